/** What a caller speaks, told by its first bytes. */
export type Opening = 'tls' | 'plain' | 'more'

const handshake = 0x16
const tlsMajor = 3
const tlsMinors = [1, 2, 3]

/**
 * A TLS client begins with a handshake record of version 3.1 to 3.3. An announcement may begin with any transaction, 16 03 too, but its
 * third byte is the high one of protocol 0: the third byte tells them apart for certain.
 */
export const tellOpening = ([first, major, minor]: Uint8Array): Opening => {
  if (first === undefined) return 'more'
  if (first !== handshake) return 'plain'
  if (major === undefined) return 'more'
  if (major !== tlsMajor) return 'plain'
  if (minor === undefined) return 'more'
  return tlsMinors.includes(minor) ? 'tls' : 'plain'
}
