import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net'

/**
 * An address in its one plain form, or null where it is none. An IPv4 address inside IPv6 (`::ffff:7f00:1`) is that IPv4 address: it is what
 * would be dialled. An address with a zone (`fe80::1%eth0`) is good on this machine's own links only, and none for us.
 */
export const plainAddress = (address: string): string | null => {
  if (isIPv4(address)) return address
  if (!isIPv6(address) || address.includes('%')) return null
  const text = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = text.startsWith('::ffff:') ? text.slice('::ffff:'.length) : ''
  return isIPv4(mapped) ? mapped : text
}

/** Ranges of addresses. A range of IPv6 never has an IPv4 address in it. */
export class AddressRanges {
  readonly #v4 = new BlockList()
  readonly #v6 = new BlockList()
  /** As they were written. */
  readonly entries: string[] = []

  static of(...ranges: readonly string[]): AddressRanges {
    const result = new AddressRanges()
    for (const range of ranges) result.add(range)
    return result
  }

  /** Adds `10.0.0.0/8`, `fd00::/8` or one address; false where it is none of these. */
  add(range: string): boolean {
    const [, address = '', digits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(range) ?? []
    const plain = plainAddress(address)
    const bitsMax = isIPv4(address) ? 32 : 128
    const bits = digits === undefined ? bitsMax : Number(digits)
    // IPv4 inside IPv6 would have its bits counted otherwise.
    if (plain === null || isIPv4(plain) !== isIPv4(address) || bits > bitsMax) return false
    if (isIPv4(plain)) this.#v4.addSubnet(plain, bits, 'ipv4')
    else this.#v6.addSubnet(plain, bits, 'ipv6')
    this.entries.push(range)
    return true
  }

  /** Returns whether an address in its plain form is within one of the ranges. */
  has(plain: string): boolean {
    if (this.entries.length === 0) return false
    return isIPv4(plain) ? this.#v4.check(plain, 'ipv4') : this.#v6.check(plain, 'ipv6')
  }
}

/** Ranges with commas between, or what is wrong with them. */
export const parseRanges = (text: string): { ok: AddressRanges } | { err: string } => {
  const ranges = new AddressRanges()
  const wrong = text
    .split(',')
    .map((range) => range.trim())
    .find((range) => range !== '' && !ranges.add(range))
  return wrong === undefined
    ? { ok: ranges }
    : { err: `ranges of addresses like 10.0.0.0/8,fd00::/8; ${wrong} is none` }
}
