import type { ValueType } from '@busbar/modbus'
import type { Queries } from '../../../db/sql.ts'

/** A parameter into which readings may go. */
export interface TargetParam {
  id: number
  valueType: ValueType
  /** When its device was added here. */
  addedOn: Date
  /** Null: for ever. */
  keepDays: number | null
  slug: string
  deviceSlug: string
  netSlug: string
  label: string | null
  nameEn: string
  deviceName: string
}

export const targetParams = (sql: Queries, orgId: number): Promise<TargetParam[]> => sql<TargetParam[]>`
  select p.id, p.value_type as "valueType", d.created_on as "addedOn", coalesce(p.keep_days, o.keep_days) as "keepDays",
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
