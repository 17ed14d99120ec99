import { isIP } from 'node:net'
import type { Queries, Transactions } from '@busbar/database'
import { type ResolveHost, systemResolve } from '../dialling/dialer.ts'
import { type Endpoint, endpointOf } from '../dialling/endpoint.rules.ts'
import { interfaceAddresses } from '../dialling/own-addresses.ts'

export interface AdoptOptions {
  db: Transactions
  now: () => Date
  log: { warn(details: object, message: string): void }
  resolve?: ResolveHost
  ownAddresses?: () => readonly string[]
  /** For looking up all names. */
  resolveMs?: number
}

interface OldNet {
  orgId: number
  netId: number
  ip: string
  port: number
  createdOn: Date
}

const resolvesMax = 16

/**
 * Creates claims at the first start that has them: existing networks with readings claim their addresses. Networks of
 * several organizations at one address share it by grants, which are reported to the administrator. A name that cannot
 * be resolved now claims nothing, because it might later resolve to anything.
 */
export const adoptClaims = async (options: AdoptOptions): Promise<void> => {
  const { db, log, now } = options
  const nets = await oldNets(db.sql)
  const addresses = await resolveAll([...new Set(nets.map(({ ip }) => ip))], options)
  const own = (options.ownAddresses ?? interfaceAddresses)()
  const located = nets.flatMap((net) => {
    const address = addresses.get(net.ip)
    return address === undefined ? [] : [{ ...net, endpoint: endpointOf(address, net.port, own) }]
  })
  await db.tx((tx) => store(tx, located, now()))
  for (const net of nets) {
    if (addresses.has(net.ip)) continue
    const { orgId, netId, ip } = net
    log.warn({ orgId, netId, ip }, 'the name of a network could not be resolved: it claims no address yet')
  }
  for (const sharers of sharedPlaces(located)) {
    const { address, port } = sharers[0]?.endpoint ?? {}
    const networks = sharers.map(({ orgId, netId }) => ({ orgId, netId }))
    log.warn({ address, port, networks }, 'networks of several organizations share an address: see busbar admin claim')
  }
}

type LocatedNet = OldNet & { endpoint: Endpoint }

const sharedPlaces = (located: readonly LocatedNet[]): LocatedNet[][] =>
  [...Map.groupBy(located, ({ endpoint }) => endpoint.name).values()].filter(
    (sharers) => new Set(sharers.map(({ orgId }) => orgId)).size > 1,
  )

/** Resolves names; those that time out are missing. */
const resolveAll = async (hosts: readonly string[], options: AdoptOptions): Promise<Map<string, string>> => {
  const { resolve = systemResolve, resolveMs = 10_000 } = options
  const found = new Map<string, string>()
  const waiting = [...hosts]
  const resolveNext = async (): Promise<void> => {
    for (let host = waiting.pop(); host !== undefined; host = waiting.pop()) {
      const [address] = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host]
      if (address !== undefined) found.set(host, address)
    }
  }
  const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<void>()
  const timer = setTimeout(giveUp, resolveMs)
  await Promise.race([Promise.all(Array.from({ length: resolvesMax }, resolveNext)), tooLate])
  clearTimeout(timer)
  return new Map(found)
}

const oldNets = (sql: Queries) => sql<OldNet[]>`
  select n.org_id as "orgId", n.id as "netId", n.ip, n.port, n.created_on as "createdOn" from net n
  where n.is_before_claims and n.ip is not null and n.port is not null and n.mac is null
    and (n.org_id, n.id) in (select d.org_id, d.net_id from device d
                             join last_poll l on l.org_id = d.org_id and l.device_id = d.id where l.read_on is not null)
  order by n.id`

/** The oldest first. */
const store = async (tx: Queries, located: readonly LocatedNet[], now: Date): Promise<void> => {
  const claims = located.map(({ orgId, netId, createdOn, endpoint: { address, port } }) => ({
    orgId,
    netId,
    address,
    port,
    createdOn,
  }))
  const grants = sharedPlaces(located).flatMap((sharers) =>
    sharers.flatMap(({ orgId, netId }) =>
      sharers.filter((other) => other.orgId !== orgId).map((other) => ({ orgId, netId, toOrgId: other.orgId })),
    ),
  )
  await tx`
    insert into claim (address, port, org_id, net_id, claimed_on)
    select given.address::inet, given.port, n.org_id, n.id, given."createdOn"
    from jsonb_to_recordset(${tx.json(claims)}) as given (
      address text, port integer, "orgId" bigint, "netId" bigint, "createdOn" timestamptz)
    join net n on n.org_id = given."orgId" and n.id = given."netId" and n.is_before_claims
    order by given."createdOn", n.id
    on conflict do nothing`
  await tx`
    insert into claim_grant (org_id, net_id, to_org_id, granted_on, granted_by)
    select n.org_id, n.id, given."toOrgId", ${now}, 'upgrade'
    from jsonb_to_recordset(${tx.json(grants)}) as given ("orgId" bigint, "netId" bigint, "toOrgId" bigint)
    join net n on n.org_id = given."orgId" and n.id = given."netId" and n.is_before_claims
    on conflict do nothing`
  await tx`update net set is_before_claims = false where is_before_claims`
}
