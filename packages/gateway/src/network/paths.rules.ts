import { isIP } from 'node:net'

export type PathName = 'eth' | 'gsm'

/** A path out of the box. */
export interface Path {
  readonly name: PathName
  /** Local address for sockets; undefined when there is only one path. */
  readonly localAddress?: string
  /** DNS servers of this path; undefined for those of the system. */
  readonly dnsServers?: readonly string[]
}

/** Addresses of the available interfaces. */
export interface UplinkAddresses {
  /** Address of Ethernet (or WLAN); null without one. */
  readonly eth: string | null
  /** Address and DNS servers of the modem; null without a data connection. */
  readonly gsm: { readonly ip: string; readonly dnsServers: readonly string[] } | null
}

/** A setting `connMode`: null disabled, 1 Ethernet preferred, 2 GSM preferred, 3 Ethernet only, 4 GSM only. */
const orders: Readonly<Record<number, readonly PathName[]>> = {
  1: ['eth', 'gsm'],
  2: ['gsm', 'eth'],
  3: ['eth'],
  4: ['gsm'],
}

/**
 * Permitted paths, the preferred one first. Without a data connection Ethernet is left to the system: a preference for
 * GSM falls back to it, and GSM only waits.
 */
export const pathsOf = (connMode: number | null, { eth, gsm }: UplinkAddresses): readonly Path[] =>
  (orders[connMode ?? 0] ?? []).flatMap((name): readonly Path[] => {
    if (name === 'gsm') return gsm === null ? [] : [{ name, localAddress: gsm.ip, dnsServers: gsm.dnsServers }]
    if (gsm === null) return [{ name }]
    return eth === null ? [] : [{ name, localAddress: eth }]
  })

/** Whether a host is this machine, which no path leads to. */
export const isAtHome = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
