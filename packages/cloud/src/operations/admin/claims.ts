import type { Tx } from '@busbar/database'
import { record } from '../../accounts/audit/record.ts'
import { lockEndpoint, selectClaims } from '../../field/claims/claims.sql.ts'
import { type Endpoint, endpointOf } from '../../field/dialling/endpoint.rules.ts'
import { interfaceAddresses } from '../../field/dialling/own-addresses.ts'
import { type Admin, AdminProblem, administrator } from './admin.ts'

interface ClaimLine {
  address: string
  port: number
  orgId: number
  netId: number
  netName: string
  claimedOn: Date
  /** Organizations, and by whom each grant was made. */
  sharedWith: { orgId: number; by: string }[]
}

/** Networks that hold an address, those of one address together and the first of them first. */
export const listClaims = ({ db: { sql } }: Admin): Promise<ClaimLine[]> => sql<ClaimLine[]>`
  select host(c.address) as address, c.port, c.org_id as "orgId", c.net_id as "netId", n.name as "netName",
         c.claimed_on as "claimedOn",
         coalesce((select jsonb_agg(jsonb_build_object('orgId', g.to_org_id, 'by', g.granted_by) order by g.to_org_id)
                   from claim_grant g where g.org_id = c.org_id and g.net_id = c.net_id), '[]') as "sharedWith"
  from claim c join net n on n.org_id = c.org_id and n.id = c.net_id
  order by c.address, c.port, c.id`

/** Gives an address to a network, even from another; others keep it where the network’s organization shares it with them. */
export const giveClaim = (admin: Admin, where: { address: string; port: number }, netId: number): Promise<void> =>
  admin.db.tx(async (tx) => {
    const [net] = await tx<{ orgId: number; port: number | null }[]>`
      select org_id as "orgId", port from net where id = ${netId} for share`
    if (net === undefined) throw new AdminProblem(`There is no network ${netId}.`)
    if (net.port !== where.port) throw new AdminProblem(`Network ${netId} is not dialled at port ${where.port}.`)
    const endpoint = endpointOf(where.address, where.port, interfaceAddresses())
    const { address, port } = endpoint
    await freeEndpoint(admin, tx, endpoint)
    await tx`
      insert into claim (address, port, org_id, net_id, claimed_on)
      values (${address}::inet, ${port}, ${net.orgId}, ${netId}, ${admin.now()})`
    const after = { address, port }
    await record(tx, net.orgId, administrator(admin), {
      action: 'claim.give',
      objectKind: 'net',
      objectId: netId,
      after,
    })
  })

/** Takes an address from all who have it: it is whose network reads something there first. */
export const freeClaim = (admin: Admin, where: { address: string; port: number }): Promise<void> =>
  admin.db.tx(async (tx) => {
    const endpoint = endpointOf(where.address, where.port, interfaceAddresses())
    const freed = await freeEndpoint(admin, tx, endpoint)
    if (freed === 0) throw new AdminProblem(`Nobody has claimed ${endpoint.address} at port ${endpoint.port}.`)
  })

const freeEndpoint = async (admin: Admin, tx: Tx, endpoint: Endpoint): Promise<number> => {
  const { address, port } = endpoint
  await lockEndpoint(tx, endpoint)
  const current = await selectClaims(tx, [endpoint])
  await tx`delete from claim where address = ${address}::inet and port = ${port}`
  for (const { orgId, netId } of current) {
    const before = { address, port }
    await record(tx, orgId, administrator(admin), {
      action: 'claim.free',
      objectKind: 'net',
      objectId: netId,
      before,
    })
  }
  return current.length
}
