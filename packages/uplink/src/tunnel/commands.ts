/** A system program with its arguments, never passed through a shell. */
export interface Command {
  readonly program: 'ip' | 'wg' | 'nft'
  readonly args: readonly string[]
  /** Standard input of the command; it carries secrets, because other users can see arguments. */
  readonly input?: string
}

const command = (program: Command['program'], ...args: string[]): Command => ({ program, args })

/** Fits LTE. */
const mtu = '1360'

/** Creates the interface in the kernel; without support there, `wireguard-go` is used. */
export const addLink = (name: string): Command => command('ip', 'link', 'add', name, 'type', 'wireguard')

export const removeLink = (name: string): Command => command('ip', 'link', 'delete', name)

export const showLink = (name: string): Command => command('ip', '-j', 'address', 'show', 'dev', name)

export const setAddress = (name: string, address: string, prefix: number): Command =>
  command('ip', 'address', 'replace', `${address}/${prefix}`, 'dev', name)

export const flushAddresses = (name: string): Command => command('ip', 'address', 'flush', 'dev', name)

export const setLinkUp = (name: string): Command => command('ip', 'link', 'set', name, 'mtu', mtu, 'up')

export const replaceRoute = (network: string, name: string): Command =>
  command('ip', 'route', 'replace', network, 'dev', name)

/** A peer: it may send from the networks in `allowed`, and receives packets to them. */
export interface Peer {
  readonly publicKey: string
  /** `ADDRESS:PORT`; without it the peer connects first. */
  readonly endpoint?: string
  readonly allowed: string
  /** 0 for none. */
  readonly keepaliveSec?: number
}

export interface TunnelSetup {
  readonly privateKey: string
  readonly listenPort?: number
  readonly fwmark?: number
  readonly peers: readonly Peer[]
}

/** Returns the input of `wg setconf` and `wg syncconf`. */
export const setupText = ({ privateKey, listenPort, fwmark, peers }: TunnelSetup): string => {
  const lines = [
    '[Interface]',
    `PrivateKey = ${privateKey}`,
    ...(listenPort === undefined ? [] : [`ListenPort = ${listenPort}`]),
    ...(fwmark === undefined ? [] : [`FwMark = ${fwmark}`]),
    ...peers.flatMap(({ publicKey, endpoint, allowed, keepaliveSec }) => [
      '[Peer]',
      `PublicKey = ${publicKey}`,
      `AllowedIPs = ${allowed}`,
      ...(endpoint === undefined ? [] : [`Endpoint = ${endpoint}`]),
      ...(keepaliveSec === undefined ? [] : [`PersistentKeepalive = ${keepaliveSec}`]),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

/** `file` contains the text of a setup. Unchanged peers keep their sessions. */
export const syncSetup = (name: string, file: string): Command => command('wg', 'syncconf', name, file)

/** Assigns the address to this key; a peer that had it before loses it. */
export const setPeer = (name: string, { publicKey, allowed }: Peer): Command =>
  command('wg', 'set', name, 'peer', publicKey, 'allowed-ips', allowed)

export const removePeer = (name: string, publicKey: string): Command =>
  command('wg', 'set', name, 'peer', publicKey, 'remove')

export const setMark = (name: string, fwmark: number): Command => command('wg', 'set', name, 'fwmark', String(fwmark))

export const showDump = (name: string): Command => command('wg', 'show', name, 'dump')

/** Runs an nft script as a transaction. */
export const loadRules = (script: string): Command => ({ program: 'nft', args: ['-f', '-'], input: script })
