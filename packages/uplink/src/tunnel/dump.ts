/** Facts about a peer in the output of `wg show NAME dump`. */
export interface PeerStatus {
  readonly publicKey: string
  /** `ADDRESS:PORT`; null when unknown. */
  readonly endpoint: string | null
  readonly allowed: readonly string[]
  /** Seconds since 1970; null without a handshake. */
  readonly handshakeSec: number | null
  readonly receivedBytes: number
  readonly sentBytes: number
}

export interface TunnelStatus {
  /** Null where the interface has no key. */
  readonly publicKey: string | null
  readonly listenPort: number
  readonly fwmark: number
  readonly peers: readonly PeerStatus[]
}

const orNull = (text: string): string | null => (text === '(none)' ? null : text)

const number = (text: string): number => {
  const read = text === 'off' ? 0 : Number(text)
  if (!Number.isSafeInteger(read) || read < 0) throw new Error(`wg printed ${text} instead of a number`)
  return read
}

const peerOf = (line: string): PeerStatus => {
  const [publicKey, , endpoint, allowed, handshake, received, sent, keepalive, ...more] = line.split('\t')
  if (
    publicKey === undefined ||
    endpoint === undefined ||
    allowed === undefined ||
    handshake === undefined ||
    received === undefined ||
    sent === undefined ||
    keepalive === undefined ||
    more.length > 0
  )
    throw new Error('wg printed an unknown fact about a peer')
  return {
    publicKey,
    endpoint: orNull(endpoint),
    allowed: orNull(allowed)?.split(',') ?? [],
    handshakeSec: number(handshake) || null,
    receivedBytes: number(received),
    sentBytes: number(sent),
  }
}

/** Throws for what is no dump. */
export const parseDump = (text: string): TunnelStatus => {
  const [first = '', ...rest] = text.replace(/\n$/, '').split('\n')
  const [privateKey, publicKey, port, fwmark, ...more] = first.split('\t')
  if (privateKey === undefined || publicKey === undefined || port === undefined || fwmark === undefined || more.length)
    throw new Error('wg printed an unknown fact about an interface')
  return { publicKey: orNull(publicKey), listenPort: number(port), fwmark: number(fwmark), peers: rest.map(peerOf) }
}
