import type { Queries, Statement } from '@busbar/database'

/** Columns with the counter settings of a parameter `p` of a device `d`. */
export const counterColumns = (sql: Queries): Statement => sql`
  p.value_type as "valueType", p.bits_amount as "bitsAmount", p.multiplier::text, p.shift::text, p.rollover_at::text as "rolloverAt",
  p.hourly_max::text as "hourlyMax", d.update_period_sec as "periodSec",
  (select json_agg(json_build_object('on', (extract(epoch from x.exchanged_on) * 1000)::float8, 'end', x.end_value::text,
     'start', x.start_value::text) order by x.exchanged_on, x.id)
   from meter_exchange x where x.org_id = p.org_id and x.param_id = p.id) as exchanges`
