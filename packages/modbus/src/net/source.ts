import { isIPv4, isIPv6, SocketAddress } from 'node:net'

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/**
 * Returns the source of a connection: an IPv4 address in any notation, or the half of an IPv6 address that one
 * household has.
 */
export const sourceOf = (address: string): string => {
  const [bare = ''] = address.split('%', 1)
  if (isIPv4(bare) || !isIPv6(bare)) return bare
  const text = new SocketAddress({ address: bare, family: 'ipv6' }).address
  const v4 = mapped.exec(text)?.[1]
  if (v4 !== undefined) return v4
  const [head = '', tail] = text.split('::')
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail ?? '')].slice(0, 4).join(':')
}
