import type { Queries } from '@busbar/database'
import type { AuditKind } from './actions.ts'

interface ObjectName {
  id: string
  name: string
}

type NamesQuery = (sql: Queries, orgId: number, ids: readonly string[]) => Promise<ObjectName[]>

/** Queries for current object names, by object type. Records about other types contain the name or have none. */
export const namesByKind: Readonly<Partial<Record<AuditKind, NamesQuery>>> = {
  net: (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from net where org_id = ${orgId} and id::text = any(${ids})`,
  device: (sql, orgId, ids) => sql<ObjectName[]>`
    select d.id::text, d.name || ' · ' || n.name as name
    from device d join net n on n.org_id = d.org_id and n.id = d.net_id
    where d.org_id = ${orgId} and d.id::text = any(${ids})`,
  param: (sql, orgId, ids) => sql<ObjectName[]>`
    select p.id::text, coalesce(p.name ->> 'en', p.slug) || ' · ' || d.name || ' · ' || n.name as name
    from param p join device d on d.org_id = p.org_id and d.id = p.device_id
    join net n on n.org_id = d.org_id and n.id = d.net_id
    where p.org_id = ${orgId} and p.id::text = any(${ids})`,
  alert: (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from alert where org_id = ${orgId} and id::text = any(${ids})`,
  dashboard: (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from dashboard where org_id = ${orgId} and id::text = any(${ids})`,
  vis: (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from visualization where org_id = ${orgId} and id::text = any(${ids})`,
  template: (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from template where org_id in (0, ${orgId}) and id::text = any(${ids})`,
  contact: (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from contact where org_id = ${orgId} and id::text = any(${ids})`,
  contactGroup: (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from contact_group where org_id = ${orgId} and id::text = any(${ids})`,
  policy: (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from escalation_policy where org_id = ${orgId} and id::text = any(${ids})`,
  'maintenance-window': (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from maintenance_window where org_id = ${orgId} and id::text = any(${ids})`,
  'alert-template': (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from alert_template where org_id = ${orgId} and id::text = any(${ids})`,
  connector: (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from connector where org_id = ${orgId} and id::text = any(${ids})`,
  tree: (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from sense_tree where org_id = ${orgId} and id::text = any(${ids})`,
  report: (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from report where org_id = ${orgId} and id::text = any(${ids})`,
  org: (sql, orgId, ids) => sql<ObjectName[]>`
    select id::text, name from org where id = ${orgId} and id::text = any(${ids})`,
  user: (sql, orgId, ids) => sql<ObjectName[]>`
    select a.id::text, a.name from account a join membership m on m.account_id = a.id
    where m.org_id = ${orgId} and a.id::text = any(${ids})`,
}

/** Number of objects named in a record about many objects. */
const namesMax = 3

/** Names of what records are about, under kind and id as the record has it. */
export const objectNames = async (
  sql: Queries,
  orgId: number,
  records: readonly { objectKind: string; objectId: string }[],
): Promise<ReadonlyMap<string, string>> => {
  const kinds = Object.entries(Object.groupBy(records, ({ objectKind }) => objectKind))
  const namesOfKinds = await Promise.all(
    kinds.map(async ([kind, ofKind = []]) => {
      const objectIds = [...new Set(ofKind.map(({ objectId }) => objectId))]
      const ids = new Set(objectIds.flatMap((id) => id.split(',').slice(0, namesMax)))
      const rows = (await namesByKind[kind as AuditKind]?.(sql, orgId, [...ids])) ?? []
      const names = new Map(rows.map(({ id, name }) => [id, name]))
      return objectIds.flatMap((id) => {
        const name = nameOfAll(id.split(','), names)
        return name === null ? [] : [[`${kind} ${id}`, name] as const]
      })
    }),
  )
  return new Map(namesOfKinds.flat())
}

const nameOfAll = (ids: readonly string[], names: ReadonlyMap<string, string>): string | null => {
  const shown = ids.slice(0, namesMax).flatMap((id) => names.get(id) ?? [])
  if (shown.length === 0) return null
  return [...shown, ...(ids.length > shown.length ? [`+${ids.length - shown.length}`] : [])].join(', ')
}
