import type { Queries } from '@busbar/database'
import type { Role } from '../../accounts/access/roles.ts'
import type { Endpoint } from '../../field/dialling/endpoint.rules.ts'

/** The caller's organizations, those first that have a network at the address; whether it had the port before, see `Wish`. */
export const orgRolesAtAddress = (sql: Queries, forms: readonly string[], port: number, accountId: number) => sql<
  { orgId: number; role: Role; isPortKept: boolean }[]
>`
  select m.org_id as "orgId", m.role, coalesce(bool_or(n.port_before = n.port), false) as "isPortKept"
  from membership m left join net n on n.org_id = m.org_id and n.port = ${port} and n.ip = any(${forms})
  where m.account_id = ${accountId}
  group by m.org_id, m.role
  order by count(n.id) = 0, m.org_id`

/** The organization's network at a place, be it by an address that is written so or by a claim; null where it has none. */
export const netAt = async (sql: Queries, orgId: number, forms: readonly string[], { address, port }: Endpoint) => {
  const [found] = await sql<{ id: number }[]>`
    select n.id from net n
    where n.org_id = ${orgId} and n.port = ${port}
      and (n.ip = any(${forms})
           or exists (select from claim c where c.org_id = n.org_id and c.net_id = n.id
                      and c.address = ${address}::inet and c.port = ${port}))
    order by n.is_writing_allowed, n.id limit 1`
  return found?.id ?? null
}
