import type { Queries } from '@busbar/database'
import type { CounterFormat } from './meter.rules.ts'
import { counterColumns } from './steps.sql.ts'

/** What is to be known of a parameter's counter; nothing of one with texts. */
export const counterOf = async (sql: Queries, orgId: number, paramId: number): Promise<CounterFormat | undefined> => {
  const [row] = await sql<CounterFormat[]>`
    select ${counterColumns(sql)} from param p join device d on d.org_id = p.org_id and d.id = p.device_id
    where p.org_id = ${orgId} and p.id = ${paramId} and p.value_type <> 'string'`
  return row
}

export interface ExchangeRow {
  id: number
  on: Date
  endValue: string
  startValue: string
  reason: string | null
}

export const exchangesOf = (sql: Queries, orgId: number, paramId: number) => sql<ExchangeRow[]>`
  select id, exchanged_on as on, end_value::text as "endValue", start_value::text as "startValue", reason from meter_exchange
  where org_id = ${orgId} and param_id = ${paramId} order by exchanged_on, id`

export const insertExchange = async (
  tx: Queries,
  orgId: number,
  paramId: number,
  { on, endValue, startValue, reason }: Omit<ExchangeRow, 'id'>,
  now: Date,
): Promise<number> => {
  const [row] = await tx<[{ id: number }]>`
    insert into meter_exchange (org_id, param_id, exchanged_on, end_value, start_value, reason, created_on)
    values (${orgId}, ${paramId}, ${on}, ${endValue}, ${startValue}, ${reason}, ${now}) returning id`
  return row.id
}

export const deleteExchange = async (tx: Queries, orgId: number, id: number): Promise<void> => {
  await tx`delete from meter_exchange where org_id = ${orgId} and id = ${id}`
}

export const setCounter = async (
  tx: Queries,
  orgId: number,
  paramId: number,
  to: { rolloverAt?: string; hourlyMax?: string },
): Promise<void> => {
  await tx`
    update param set rollover_at = coalesce(${to.rolloverAt ?? null}, rollover_at), hourly_max = coalesce(${to.hourlyMax ?? null}, hourly_max)
    where org_id = ${orgId} and id = ${paramId}`
}

/** What trees keep of a parameter's counter, and from which UTC day on, if anything. */
export const storedSeries = (tx: Queries, orgId: number, paramId: number) => tx<
  { id: number; firstDay: number | null }[]
>`
  select s.id, (select min(k.day) - date '1970-01-01' from sense_day k where k.org_id = s.org_id and k.series_id = s.id) as "firstDay"
  from sense_series s where s.org_id = ${orgId} and s.param_id = ${paramId} and not s.is_new order by s.id`
