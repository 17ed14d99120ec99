import { isIPv6 } from 'node:net'

const ipv4Inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Where a client is, for counting: an IPv4 address, or the network of an IPv6 one, whose owner has all of its addresses. */
export const sourceOf = (address: string): string => {
  const inside = ipv4Inside.exec(address)?.[1]
  if (inside !== undefined) return inside
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const [front = '', back] = plain.split('::')
  const head = front === '' ? [] : front.split(':')
  const tail = back === undefined || back === '' ? [] : back.split(':')
  const zeros = back === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
