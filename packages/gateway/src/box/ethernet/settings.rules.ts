import type { InterfaceSettings } from '../helper-requests.ts'

/** Setting `ethernet`. */
export interface EthernetSettings {
  readonly dhcpEnable: boolean
  readonly dhcpKeepAddressEnable: boolean
  readonly dhcpAggressiveRenewEnable: boolean
  readonly macManualEnable: boolean
  readonly dnssGateEnable: boolean
  readonly ip: string
  readonly mask: string
  readonly gate: string
  readonly ipDnss: string[]
  readonly macManual: string
}

const prefixOf = (mask: string): number =>
  mask.split('.').reduce((bits, part) => bits + Number(part).toString(2).replaceAll('0', '').length, 0)

/** The router first if configured and known, then the configured servers. */
export const dnsOf = (
  { dhcpEnable, dnssGateEnable, gate, ipDnss }: EthernetSettings,
  leasedRouter: string | null,
): string[] => {
  const router = dhcpEnable ? leasedRouter : gate || null
  return [...new Set([...(dnssGateEnable && router !== null ? [router] : []), ...ipDnss])]
}

/** Converts the setting to a request for the helper. */
export const interfaceSettingsOf = (settings: EthernetSettings, leasedRouter: string | null): InterfaceSettings => ({
  dhcp: settings.dhcpEnable,
  keepAddress: settings.dhcpKeepAddressEnable,
  address: settings.ip,
  prefix: prefixOf(settings.mask),
  router: settings.gate || null,
  dns: dnsOf(settings, leasedRouter),
  isDnsOnly: settings.ipDnss.length > 0,
  mac: settings.macManualEnable ? settings.macManual.toLowerCase().replaceAll('-', ':') : null,
})

/** A leased address and its router. */
export interface Lease {
  /** Remaining validity of the address in seconds; null for an unlimited one, or none. */
  readonly validSec: number | null
  readonly router: string | null
}

const forEverSec = 4_294_967_295

interface AddressFacts {
  readonly addr_info?: readonly { dynamic?: boolean; valid_life_time?: number }[]
}

/** As `ip -j addr` and `ip -j route` print it. */
export const leaseOf = (addresses: readonly AddressFacts[], routes: readonly { gateway?: string }[]): Lease => {
  const leased = addresses
    .flatMap(({ addr_info: all = [] }) => all)
    .find(({ dynamic, valid_life_time: sec = forEverSec }) => dynamic === true && sec < forEverSec)
  return {
    validSec: leased?.valid_life_time ?? null,
    router: routes.find(({ gateway }) => gateway !== undefined)?.gateway ?? null,
  }
}

interface SocketAddresses {
  readonly localAddress?: string | undefined
  readonly remoteAddress?: string | undefined
}

const plain = (address: string | undefined): string => (address ?? '').replace(/^::ffff:/, '')

/** Another client reached the gateway at an address of this interface. */
export const isReachedAt = (
  own: readonly string[],
  isOwn: (address: string) => boolean,
  ends: SocketAddresses,
): boolean => own.includes(plain(ends.localAddress)) && !isOwn(plain(ends.remoteAddress))
