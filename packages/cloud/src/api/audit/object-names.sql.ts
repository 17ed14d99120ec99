import type { Queries } from '../../db/sql.ts'

interface Named {
  id: string
  name: string
}

/** What objects are called now, by their kind. */
export const namesByKind: Readonly<
  Record<string, (sql: Queries, orgId: number, ids: readonly string[]) => Promise<Named[]>>
> = {
  net: (sql, orgId, ids) => sql<Named[]>`
    select id::text, name from net where org_id = ${orgId} and id::text = any(${ids})`,
  device: (sql, orgId, ids) => sql<Named[]>`
    select d.id::text, d.name || ' · ' || n.name as name
    from device d join net n on n.org_id = d.org_id and n.id = d.net_id
    where d.org_id = ${orgId} and d.id::text = any(${ids})`,
  param: (sql, orgId, ids) => sql<Named[]>`
    select p.id::text, coalesce(p.name ->> 'en', p.slug) || ' · ' || d.name || ' · ' || n.name as name
    from param p join device d on d.org_id = p.org_id and d.id = p.device_id
    join net n on n.org_id = d.org_id and n.id = d.net_id
    where p.org_id = ${orgId} and p.id::text = any(${ids})`,
  alert: (sql, orgId, ids) => sql<Named[]>`
    select id::text, name from alert where org_id = ${orgId} and id::text = any(${ids})`,
  dashboard: (sql, orgId, ids) => sql<Named[]>`
    select id::text, name from dashboard where org_id = ${orgId} and id::text = any(${ids})`,
  vis: (sql, orgId, ids) => sql<Named[]>`
    select id::text, name from visualization where org_id = ${orgId} and id::text = any(${ids})`,
  template: (sql, orgId, ids) => sql<Named[]>`
    select id::text, name from template where org_id in (0, ${orgId}) and id::text = any(${ids})`,
  contact: (sql, orgId, ids) => sql<Named[]>`
    select id::text, name from contact where org_id = ${orgId} and id::text = any(${ids})`,
  user: (sql, orgId, ids) => sql<Named[]>`
    select a.id::text, a.name from account a join membership m on m.account_id = a.id
    where m.org_id = ${orgId} and a.id::text = any(${ids})`,
}

/** Names of what records are about, under kind and id. */
export const objectNames = async (
  sql: Queries,
  orgId: number,
  records: readonly { objectKind: string; objectId: string }[],
): Promise<ReadonlyMap<string, string>> => {
  const kinds = Object.entries(Object.groupBy(records, ({ objectKind }) => objectKind))
  const found = await Promise.all(
    kinds.map(async ([kind, ofKind = []]) => {
      const names = await namesByKind[kind]?.(sql, orgId, [...new Set(ofKind.map(({ objectId }) => objectId))])
      return (names ?? []).map(({ id, name }) => [`${kind} ${id}`, name] as const)
    }),
  )
  return new Map(found.flat())
}
