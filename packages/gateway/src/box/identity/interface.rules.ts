/** A network interface as reported by the system. */
export interface Interface {
  readonly name: string
  readonly mac: string
  /** IPv4 address; undefined without one. */
  readonly ip: string | null
  /** Whether hardware, or virtual hardware, stands behind the interface. */
  readonly isDevice: boolean
  readonly isLinkUp: boolean
}

/** An interface with its permanent address, whatever its current one; null when it has none. */
export interface Hardware extends Interface {
  readonly permanentMac: string | null
}

/** Modems are excluded, because they can be unplugged. */
const virtualNames = /^(lo|docker|veth|br-|virbr|tun|tap|wg|dummy|sit|ip6tnl|wwan|wwp|wwx|ppp)/
const wiredNames = /^(eth|en|end)/

/** Returns the interface that represents the box: hardware before virtual, wired before wireless, then by name. */
export const firstReal = (all: readonly Interface[]): Interface | undefined => {
  const order = ({ name, isDevice }: Interface): string =>
    `${isDevice ? 0 : 1}${wiredNames.test(name) ? 0 : 1}${name.padStart(16)}`
  return all
    .filter(({ name, mac }) => !virtualNames.test(name) && isStation(mac))
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))[0]
}

const firstByte = (mac: string): number => Number.parseInt(mac.slice(0, 2), 16)

/** Accepts the address of a single station: not a group, not all zeros. */
const isStation = (mac: string): boolean =>
  /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/.test(mac) && mac !== '00:00:00:00:00:00' && (firstByte(mac) & 1) === 0

/** A maker's own number: a chosen address may be another's too. */
export const isUnique = (mac: string): boolean => isStation(mac) && (firstByte(mac) & 2) === 0
