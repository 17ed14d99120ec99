import type { WindowRule } from '@busbar/alerts/model'
import type { Queries } from '@busbar/database'

/** Maximum per organization. */
export const windowsMax = 500

export interface WindowObjects {
  netIds: readonly number[]
  deviceIds: readonly number[]
  alertIds: readonly number[]
}

export interface NewWindow extends WindowObjects {
  name: string
  reason: string | null
  rule: WindowRule
}

export interface WindowRow extends NewWindow {
  id: number
  createdBy: string
  createdOn: Date
  timeZone: string
}

/** All of an organization, or one. */
export const windowsOf = (sql: Queries, orgId: number, id: number | null = null) => sql<WindowRow[]>`
  select w.id, w.name, w.reason, w.rule, w.created_by as "createdBy", w.created_on as "createdOn", o.time_zone as "timeZone",
         coalesce(c.nets, '[]') as "netIds", coalesce(c.devices, '[]') as "deviceIds", coalesce(c.alerts, '[]') as "alertIds"
  from maintenance_window w join org o on o.id = w.org_id
  cross join lateral (
    select json_agg(net_id order by net_id) filter (where net_id is not null) as nets,
           json_agg(device_id order by device_id) filter (where device_id is not null) as devices,
           json_agg(alert_id order by alert_id) filter (where alert_id is not null) as alerts
    from maintenance_window_object c where c.org_id = w.org_id and c.window_id = w.id) c
  where w.org_id = ${orgId} and (${id}::bigint is null or w.id = ${id})
  order by w.id`

export const countWindows = async (sql: Queries, orgId: number): Promise<number> => {
  const [row] = await sql<[{ count: number }]>`select count(*) from maintenance_window where org_id = ${orgId}`
  return row.count
}

/** How many of them are the organization's, by kind. */
export const countOwn = async (sql: Queries, orgId: number, { netIds, deviceIds, alertIds }: WindowObjects) => {
  const [row] = await sql<[Record<keyof WindowObjects, number>]>`
    select (select count(*) from net where org_id = ${orgId} and id = any(${[...netIds]}::bigint[])) as "netIds",
           (select count(*) from device where org_id = ${orgId} and id = any(${[...deviceIds]}::bigint[])) as "deviceIds",
           (select count(*) from alert where org_id = ${orgId} and id = any(${[...alertIds]}::bigint[])) as "alertIds"`
  return row
}

export const insertWindow = async (
  tx: Queries,
  orgId: number,
  { name, reason, rule, ...objects }: NewWindow,
  by: string,
  createdOn: Date,
): Promise<number> => {
  const [made] = await tx<[{ id: number }]>`
    insert into maintenance_window (org_id, name, reason, rule, created_by, created_on)
    values (${orgId}, ${name}, ${reason}, ${tx.json(rule)}, ${by}, ${createdOn}) returning id`
  await insertObjects(tx, orgId, made.id, objects)
  return made.id
}

export const updateWindow = async (
  tx: Queries,
  orgId: number,
  id: number,
  { name, reason, rule, ...objects }: NewWindow,
): Promise<void> => {
  await tx`delete from maintenance_window_object where org_id = ${orgId} and window_id = ${id}`
  await insertObjects(tx, orgId, id, objects)
  await tx`
    update maintenance_window set name = ${name}, reason = ${reason}, rule = ${tx.json(rule)}
    where org_id = ${orgId} and id = ${id}`
}

export const deleteWindow = async (tx: Queries, orgId: number, id: number): Promise<void> => {
  await tx`delete from maintenance_window where org_id = ${orgId} and id = ${id}`
}

const insertObjects = async (
  tx: Queries,
  orgId: number,
  id: number,
  { netIds, deviceIds, alertIds }: WindowObjects,
): Promise<void> => {
  await tx`
    insert into maintenance_window_object (org_id, window_id, net_id, device_id, alert_id)
    select ${orgId}::bigint, ${id}::bigint, n, null::bigint, null::bigint from unnest(${[...netIds]}::bigint[]) n
    union select ${orgId}, ${id}, null, d, null from unnest(${[...deviceIds]}::bigint[]) d
    union select ${orgId}, ${id}, null, null, a from unnest(${[...alertIds]}::bigint[]) a`
}
