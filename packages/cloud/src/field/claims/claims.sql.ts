import type { Queries, Tx } from '@busbar/database'
import type { Endpoint } from '../dialling/endpoint.rules.ts'
import type { ClaimRow } from './claims.rules.ts'

export interface StoredClaim extends ClaimRow {
  address: string
  port: number
}

const columns = (sql: Queries) => sql`
  host(c.address) as address, c.port, c.org_id as "orgId", c.net_id as "netId",
  array(select g.to_org_id from claim_grant g where g.org_id = c.org_id and g.net_id = c.net_id) as "sharedWith"`

/** Claims on these endpoints; of each endpoint the first comes first. */
export const selectClaims = (sql: Queries, endpoints: readonly Endpoint[]) => {
  const addresses = endpoints.map(({ address }) => address)
  const ports = endpoints.map(({ port }) => port)
  return sql<StoredClaim[]>`
    select ${columns(sql)} from claim c
    where (c.address, c.port) in (select * from unnest(${addresses}::inet[], ${ports}::integer[]))
    order by c.id`
}

const claimsAtOnce = 1000

/** All claims of one moment, some at a time; of each endpoint the first comes first. */
export async function* allClaims(tx: Tx): AsyncGenerator<StoredClaim[]> {
  await tx`declare claims no scroll cursor for select ${columns(tx)} from claim c order by c.id`
  for (;;) {
    const rows = await tx.unsafe<StoredClaim[]>(`fetch ${claimsAtOnce} from claims`)
    if (rows.length === 0) return
    yield rows
  }
}

/** Until the transaction ends no other decides whose the endpoint is. */
export const lockEndpoint = async (tx: Queries, { name }: Endpoint): Promise<void> => {
  await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 14))`
}

/** Unless the network is gone, or somewhere else by now: then nothing is stored, and the answer is false. */
export const insertClaim = async (
  tx: Queries,
  net: { orgId: number; id: number; ip: string | null; port: number | null },
  { address, port }: Endpoint,
  now: Date,
): Promise<boolean> => {
  const { count } = await tx`
    with here as (
      select org_id, id from net
      where org_id = ${net.orgId} and id = ${net.id} and ip = ${net.ip} and port = ${net.port} for share)
    insert into claim (address, port, org_id, net_id, claimed_on)
    select ${address}::inet, ${port}::integer, org_id, id, ${now}::timestamptz from here
    on conflict do nothing`
  return count > 0
}

/** Deletes claims of a network at addresses to which its name no longer resolves. */
export const deleteClaimsElsewhere = async (
  tx: Queries,
  net: { orgId: number; id: number },
  endpoints: readonly Endpoint[],
): Promise<void> => {
  const addresses = endpoints.map(({ address }) => address)
  await tx`
    delete from claim where org_id = ${net.orgId} and net_id = ${net.id} and address <> all(${addresses}::inet[])`
}
