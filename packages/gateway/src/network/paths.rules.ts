import { isIP } from 'node:net'

export type PathName = 'eth' | 'gsm'

/** A way out of the box. */
export interface Path {
  readonly name: PathName
  /** Sockets are bound to it; nothing where there is one way alone, and the system has no choice. */
  readonly localAddress?: string
  /** DNS servers of this path; undefined for those of the system. */
  readonly dnsServers?: readonly string[]
}

/** Addresses of the available interfaces. */
export interface UplinkAddresses {
  /** The address of the Ethernet (or the WLAN); null while it has none. */
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
 * The ways that may be taken, the preferred one first. Without data of a modem Ethernet is left to the system: who prefers GSM goes over it,
 * and who wants nothing else waits.
 */
export const pathsOf = (connMode: number | null, { eth, gsm }: UplinkAddresses): readonly Path[] =>
  (orders[connMode ?? 0] ?? []).flatMap((name): readonly Path[] => {
    if (name === 'gsm') return gsm === null ? [] : [{ name, localAddress: gsm.ip, dnsServers: gsm.dnsServers }]
    if (gsm === null) return [{ name }]
    return eth === null ? [] : [{ name, localAddress: eth }]
  })

/** This box is reached by neither way. */
export const isAtHome = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
