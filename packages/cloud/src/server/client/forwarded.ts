import type { IncomingHttpHeaders } from 'node:http'
import { plainAddress } from '@busbar/kit/net'

/** The client of one proxy, as the proxy reports it. */
export interface ForwardedHop {
  /** Null where it is hidden or no address. */
  address: string | null
  /** Null where nothing is said of it. */
  isHttps: boolean | null
}

/** The hops in the order of the header, nearest proxy last; where both kinds of headers came, both of them. */
export const hopsOf = (
  headers: IncomingHttpHeaders,
): readonly [readonly ForwardedHop[], readonly ForwardedHop[] | null] => {
  const standard = headers.forwarded === undefined ? null : forwardedHops(headers.forwarded)
  const usual =
    headers['x-forwarded-for'] === undefined && headers['x-forwarded-proto'] === undefined ? null : usualHops(headers)
  return [usual ?? standard ?? [], usual === null ? null : standard]
}

/** X-Forwarded-For with X-Forwarded-Proto, of which many a proxy writes one alone for the whole way. */
const usualHops = (headers: IncomingHttpHeaders): ForwardedHop[] => {
  const addresses = items(headers['x-forwarded-for'] ?? '')
  const protocols = items(headers['x-forwarded-proto'])
  return addresses.map((text, at) => {
    const protocol = protocols.at(Math.max(at - addresses.length, -protocols.length))
    return { address: addressOf(text), isHttps: httpsOf(protocol) }
  })
}

/** A header that came several times is one list. */
const items = (header: string | string[] | undefined): string[] =>
  header === undefined
    ? []
    : [header]
        .flat()
        .join(',')
        .split(',')
        .map((item) => item.trim())

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const pair = new RegExp(`[ \\t]*(?:(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)"))?[ \\t]*(;|,|$)`, 'y')

/**
 * Forwarded, by RFC 7239. What is not of its form is not read in part: a quote that a client left open would swallow what proxies added. An
 * empty list names no client.
 */
export const forwardedHops = (header: string): ForwardedHop[] => {
  const hops: ForwardedHop[] = []
  let hop = new Map<string, string>()
  pair.lastIndex = 0
  for (;;) {
    const found = pair.exec(header)
    if (found === null) return []
    const [, name, plain, quoted, end] = found
    if (name !== undefined) {
      const key = name.toLowerCase()
      if (hop.has(key)) return []
      hop.set(key, plain ?? quoted?.replaceAll(/\\(.)/gs, '$1') ?? '')
    }
    if (end === ';') continue
    if (hop.size > 0) hops.push({ address: addressOf(hop.get('for') ?? ''), isHttps: httpsOf(hop.get('proto')) })
    hop = new Map()
    if (end === '') return hops
  }
}

const httpsOf = (protocol: string | undefined): boolean | null =>
  protocol === undefined || protocol === '' ? null : protocol.toLowerCase() === 'https'

/** `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]:4711` or `2001:db8::1`, each perhaps with a zone. */
export const addressOf = (text: string): string | null => {
  const [, bracketed, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? []
  return plainAddress((bracketed ?? v4 ?? text).replace(/%.*$/s, ''))
}
