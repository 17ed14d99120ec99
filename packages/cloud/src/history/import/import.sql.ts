import type { Queries } from '@busbar/database'
import type { ValueType } from '@busbar/modbus'
import type { DeviceKey, LastValue } from '@busbar/readings/last-values'

/** A parameter into which readings may go. */
export interface TargetParam {
  id: number
  deviceId: number
  valueType: ValueType
  /** When its device was added here. */
  addedOn: Date
  /** Null: unlimited. */
  keepDays: number | null
  slug: string
  deviceSlug: string
  netSlug: string
  label: string | null
  nameEn: string
  deviceName: string
}

export const targetParams = (sql: Queries, orgId: number): Promise<TargetParam[]> => sql<TargetParam[]>`
  select p.id, p.device_id as "deviceId", p.value_type as "valueType", d.created_on as "addedOn", coalesce(p.keep_days, o.keep_days) as "keepDays",
         p.slug, d.slug as "deviceSlug", n.slug as "netSlug", p.label, p.name ->> 'en' as "nameEn", d.name as "deviceName"
  from param p
  join org o on o.id = p.org_id
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join net n on n.org_id = d.org_id and n.id = d.net_id
  where p.org_id = ${orgId} order by p.id`

/** Texts, and digits that a double does not hold; the answer is how many are new. */
export const insertTexts = async (
  sql: Queries,
  orgId: number,
  paramId: number,
  rows: readonly { on: number; text: string }[],
): Promise<number> => {
  const added = await sql`
    insert into exact (org_id, param_id, read_on, text)
    select ${orgId}, ${paramId}, to_timestamp("on" / 1000), text
    from jsonb_to_recordset(${sql.json(rows)}) as given ("on" double precision, text text)
    on conflict do nothing
    returning 1`
  return added.length
}

/** Stores an imported reading for its parameter's last value, unless a newer one is stored. Version 0 is that of a device that was never polled. */
export const upsertImported = async (
  sql: Queries,
  { orgId, deviceId, paramId }: DeviceKey & { paramId: number },
  last: LastValue,
): Promise<void> => {
  await sql`
    insert into last_poll as p (org_id, device_id, version, imported)
    select org_id, id, 0, ${sql.json({ [paramId]: last })} from device where org_id = ${orgId} and id = ${deviceId}
    on conflict (org_id, device_id) do update set imported = coalesce(p.imported, '{}') || excluded.imported
    where coalesce((p.imported -> ${String(paramId)} ->> 'readOn')::float8, '-Infinity') < ${last.readOn}`
}
