import { isIPv4 } from 'node:net'
import { AddressRanges, plainAddress } from '@busbar/kit/net'

/** Ranges outside the public internet: this machine, local networks, and reserved ranges. */
const inside4 = AddressRanges.of(
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '100.64.0.0/10', // behind a carrier's NAT
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, where clouds tell their secrets
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
)
/** Loopback, link-local, private, multicast and `::1.2.3.4` are all outside of this. */
const public6 = AddressRanges.of('2000::/3')
const inside6 = AddressRanges.of(
  '2001::/23', // protocol assignments; Teredo, which leads to any IPv4 address
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which does so too
  '3fff::/20', // documentation
)
/** A network without IPv4 reaches the rest by these: the last two groups are the IPv4 address. */
const nat64 = AddressRanges.of('64:ff9b::/96')

/** The machine itself; the unspecified address leads there, too. */
const loopback = AddressRanges.of('0.0.0.0', '127.0.0.0/8', '::', '::1')

/**
 * May the service dial this address? Never where only it can reach, unless the installation lists that in `allow`. Of the VPN `inVpn` alone
 * says: null is none of its addresses.
 */
export const mayDial = (
  address: string,
  allow: Pick<AddressRanges, 'has'>,
  ownAddresses: readonly string[],
  inVpn: (plain: string) => boolean | null = () => null,
): boolean => {
  const plain = plainAddress(address)
  if (plain === null) return false
  const isOwned = inVpn(plain)
  if (isOwned !== null) return isOwned
  const inner = behindNat64(plain)
  // The way around by NAT64 must not be open where the straight one is not.
  if (inner !== null && inVpn(inner) !== null) return inVpn(inner) === true
  if (allow.has(plain)) return true
  if (isOwn(plain, ownAddresses)) return false
  if (isIPv4(plain)) return !inside4.has(plain)
  if (inner !== null) return mayDial(inner, allow, ownAddresses, inVpn)
  return public6.has(plain) && !inside6.has(plain)
}

/** Returns whether a normalized address belongs to this machine. */
export const isThisMachine = (plain: string, ownAddresses: readonly string[]): boolean =>
  loopback.has(plain) || isOwn(plain, ownAddresses)

const isOwn = (plain: string, ownAddresses: readonly string[]): boolean =>
  ownAddresses.some((address) => plainAddress(address) === plain)

/** The IPv4 address that a plain one leads to by NAT64; null where it does not. */
export const behindNat64 = (plain: string): string | null => {
  if (isIPv4(plain) || !nat64.has(plain)) return null
  const groups = plain.split('::')[1]?.split(':').filter(Boolean) ?? []
  const [high, low] = ['0', '0', ...groups].slice(-2).map((group) => Number.parseInt(group, 16))
  return [high, low].map((word = 0) => `${word >> 8}.${word & 0xff}`).join('.')
}
