import { z } from 'zod'
import type { Command } from './commands.ts'
import { type Network, networkAround, networkText } from './network.ts'

/** The two paths out of a box. */
export const pathNames = ['eth', 'gsm'] as const
export type PathName = (typeof pathNames)[number]

/** State of a path. */
export interface Path {
  readonly device: string
  readonly address: string
  readonly network: string
  readonly gateway: string | null
}

/** A tunnel's own packets carry the mark of their path, which selects its routing table. */
export const pathMarks: Readonly<Record<PathName, number>> = { eth: 0xb1, gsm: 0xb2 }
const tables: Readonly<Record<PathName, string>> = { eth: '200', gsm: '201' }
const priorities: Readonly<Record<PathName, string>> = { eth: '5200', gsm: '5201' }

const isModemName = (name: string): boolean => /^(wwan|usb|ppp|wwp|wwx)/.test(name)
/** Tunnels, and networks inside this machine. */
const isInner = (name: string): boolean => /^(lo$|bbwg|bbhub|wg|tun|tap|docker|br-|veth|virbr|lxc)/.test(name)

const linkFacts = z.object({
  ifname: z.string(),
  operstate: z.string().optional(),
  addr_info: z.array(z.object({ family: z.string(), local: z.string().optional(), prefixlen: z.number() })),
})
/** The output has an empty object for interfaces that do not match, such as one that is down. */
const addressList = z.array(z.union([linkFacts, z.object({})]))
const routeList = z.array(
  z.object({ dev: z.string().optional(), gateway: z.string().optional(), metric: z.number().default(0) }),
)

export const showAddresses: Command = { program: 'ip', args: ['-4', '-j', 'address', 'show', 'up'] }
export const showDefaults: Command = { program: 'ip', args: ['-4', '-j', 'route', 'show', 'default'] }

/**
 * Derives the paths from the addresses and default routes that `ip` prints. `ethernet` is the interface chosen by the
 * owner.
 */
export const pathsIn = (
  addresses: string,
  defaults: string,
  ethernet: string | null,
): Readonly<Record<PathName, Path | null>> => {
  const links = addressList.parse(JSON.parse(addresses || '[]')).flatMap((one) => ('ifname' in one ? [one] : []))
  const routes = routeList.parse(JSON.parse(defaults || '[]')).toSorted((one, other) => one.metric - other.metric)
  const pathAt = (device: string): Path | null => {
    const link = links.find(({ ifname }) => ifname === device)
    const found = link?.addr_info.find(({ family, local }) => family === 'inet' && local !== undefined)
    if (link?.operstate === 'DOWN' || found?.local === undefined) return null
    const network: Network = networkAround(found.local, found.prefixlen)
    const gateway = routes.find(({ dev }) => dev === device)?.gateway ?? null
    return { device, address: found.local, network: networkText(network), gateway }
  }
  const first = (names: readonly string[], isWanted: (name: string) => boolean): Path | null => {
    for (const name of names.filter(isWanted)) {
      const path = pathAt(name)
      if (path !== null) return path
    }
    return null
  }
  const [leading, all] = [routes.flatMap(({ dev }) => dev ?? []), links.map(({ ifname }) => ifname)]
  const isEthernet = (name: string): boolean => !isModemName(name) && !isInner(name)
  const gsm = first([...leading, ...all], isModemName)
  if (ethernet !== null) return { eth: pathAt(ethernet), gsm }
  // An interface without a default route is a path only when there is no other: the peer may be in its network.
  return { eth: first(gsm === null ? [...leading, ...all] : leading, isEthernet), gsm }
}

const ip = (...args: string[]): Command => ({ program: 'ip', args: ['-4', ...args] })

/** Packets of an unavailable path must not take another one. */
const routesOf = (name: PathName, path: Path | null): Command[] => {
  const table = ['table', tables[name]]
  const unreachable = ip('route', 'replace', 'unreachable', 'default', 'metric', '9999', ...table)
  // A table that has no route yet cannot be emptied.
  if (path === null) return [unreachable, ip('route', 'flush', ...table), unreachable]
  const { device, address, network, gateway } = path
  return [
    ip('route', 'replace', network, 'dev', device, 'src', address, ...table),
    ...(gateway === null
      ? []
      : [ip('route', 'replace', 'default', 'via', gateway, 'dev', device, 'src', address, ...table)]),
    unreachable,
  ]
}

export const showRules: Command = ip('-j', 'rule', 'show')

const ruleList = z.array(z.object({ priority: z.number(), src: z.string().optional(), fwmark: z.string().optional() }))

/** Updates tables and rules to the current paths; `rules` is the output of `showRules`. */
export const pathCommands = (paths: Readonly<Record<PathName, Path | null>>, rules: string): Command[] => {
  const known = ruleList.parse(JSON.parse(rules || '[]'))
  return pathNames.flatMap((name) => {
    const priority = priorities[name]
    const own = known.filter((rule) => String(rule.priority) === priority)
    const mark = `0x${pathMarks[name].toString(16)}`
    const address = paths[name]?.address
    const isMarked = own.some(({ fwmark }) => fwmark === mark)
    const sources = own.flatMap(({ src, fwmark }) => (fwmark === undefined && src !== undefined ? [src] : []))
    const to = ['lookup', tables[name], 'priority', priority]
    return [
      ...routesOf(name, paths[name]),
      ...(isMarked ? [] : [ip('rule', 'add', 'fwmark', mark, ...to)]),
      ...sources.filter((one) => one !== address).map((one) => ip('rule', 'delete', 'from', one, ...to)),
      ...(address === undefined || sources.includes(address) ? [] : [ip('rule', 'add', 'from', address, ...to)]),
    ]
  })
}
