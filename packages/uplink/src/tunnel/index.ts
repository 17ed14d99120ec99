export {
  addLink,
  type Command,
  flushAddresses,
  loadRules,
  type Peer,
  removeLink,
  removePeer,
  replaceRoute,
  setAddress,
  setLinkUp,
  setMark,
  setPeer,
  setupText,
  showDump,
  showLink,
  syncSetup,
  type TunnelSetup,
} from './commands.ts'
export { type PeerStatus, parseDump, type TunnelStatus } from './dump.ts'
export {
  type Path,
  type PathName,
  pathCommands,
  pathMarks,
  pathNames,
  pathsIn,
  showAddresses,
  showDefaults,
  showRules,
} from './paths.ts'
export { gatewayRules, hubRules, noGatewayRules, noHubRules } from './rules.ts'
export { hasNetAdmin, isTunnelKey, newTunnelKey, publicKeyOf, runCommand, Wireguard } from './wireguard.ts'
