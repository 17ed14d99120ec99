import type { Queries } from '../../db/sql.ts'
import { type LastReading, type LastRow, readerOf } from '../../readings/recording/last-values.ts'
import type { Shown } from '../readings/format/formatted-value.ts'

/** A parameter with its last value; null when there never was one. */
export interface KnownParam extends Shown {
  id: number
  last: LastReading['last']
}

interface DeviceRow extends LastRow {
  params: (Shown & { id: number })[]
}

/** Those of the listed parameters that are the organization's, by their ids, in one statement however many they are. */
export const knownParams = async (
  sql: Queries,
  orgId: number,
  ids: ReadonlySet<number>,
): Promise<Map<number, KnownParam>> => {
  const known = new Map<number, KnownParam>()
  if (ids.size === 0) return known
  const rows = await sql<DeviceRow[]>`
    with listed as (
      select p.device_id, json_agg(json_build_object('id', p.id, 'valueType', p.value_type, 'precision', p.precision,
        'unitName', p.unit_name, 'enum', p.enum)) as params
      from unnest(${`{${[...ids].join(',')}}`}::text::bigint[]) as asked (id)
      join param p on p.org_id = ${orgId} and p.id = asked.id
      group by p.device_id)
    select d.params, d.device_id as "deviceId", (extract(epoch from l.read_on) * 1000)::bigint as "readOn",
      l.layout_id as "layoutId", to_json(y.param_ids) as "paramIds", y.cells, to_json(l.narrow) as narrow,
      to_json(l.wide) as wide, l.older, l.texts, l.errors, (extract(epoch from l.failed_on) * 1000)::bigint as "failedOn",
      coalesce(l.version, 0) as version
    from listed d
    left join last_poll l on l.org_id = ${orgId} and l.device_id = d.device_id
    left join layout y on y.org_id = l.org_id and y.id = l.layout_id`
  for (const row of rows) {
    const reading = readerOf(row)
    for (const param of row.params) known.set(param.id, { ...param, last: reading(param.id).last })
  }
  return known
}
