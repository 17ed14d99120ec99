export { VpnChannel, VpnProblem } from './vpn-channel.ts'
export {
  parseVpnAnswer,
  parseVpnHello,
  parseVpnProof,
  parseVpnRequest,
  type VpnAnswer,
  type VpnConfig,
  type VpnRequest,
  vpnHello,
  vpnProof,
  vpnRequest,
} from './vpn-messages.ts'
export {
  isVpnAnswer,
  isVpnRequest,
  signVpnAnswer,
  signVpnRequest,
  type VpnContext,
  vpnBindingLabel,
} from './vpn-proof.ts'
