import type { Queries } from '@busbar/database'
import { type LastReading, type LastRow, readerOf } from '@busbar/readings/last-values'
import type { DisplayFormat } from '../../fields/formatted-value.ts'

/** A parameter with its last value; null when there never was one. */
export interface KnownParam extends DisplayFormat {
  id: number
  last: LastReading['last']
  error: LastReading['error']
  /** Polling period of its device. */
  updatePeriodSec: number
}

interface DeviceRow extends LastRow {
  updatePeriodSec: number
  params: (DisplayFormat & { id: number })[]
}

/** Returns the listed parameters that belong to the organization, by ID, in one statement. */
export const knownParams = async (
  sql: Queries,
  orgId: number,
  ids: ReadonlySet<number>,
): Promise<Map<number, KnownParam>> => {
  const params = new Map<number, KnownParam>()
  if (ids.size === 0) return params
  const rows = await sql<DeviceRow[]>`
    with listed as (
      select p.device_id, json_agg(json_build_object('id', p.id, 'valueType', p.value_type, 'precision', p.precision,
        'unitName', p.unit_name, 'enum', p.enum)) as params
      from unnest(${`{${[...ids].join(',')}}`}::text::bigint[]) as asked (id)
      join param p on p.org_id = ${orgId} and p.id = asked.id
      group by p.device_id)
    select d.params, v.update_period_sec as "updatePeriodSec", d.device_id as "deviceId", (extract(epoch from l.read_on) * 1000)::bigint as "readOn",
      l.layout_id as "layoutId", to_json(y.param_ids) as "paramIds", y.cells, to_json(l.narrow) as narrow,
      to_json(l.wide) as wide, l.older, l.texts, l.imported, l.errors, (extract(epoch from l.failed_on) * 1000)::bigint as "failedOn",
      coalesce(l.version, 0) as version
    from listed d
    join device v on v.org_id = ${orgId} and v.id = d.device_id
    left join last_poll l on l.org_id = ${orgId} and l.device_id = d.device_id
    left join layout y on y.org_id = ${orgId} and y.id = l.layout_id`
  for (const row of rows) {
    const reading = readerOf(row)
    const { updatePeriodSec } = row
    for (const param of row.params) params.set(param.id, { ...param, ...reading(param.id), updatePeriodSec })
  }
  return params
}

/** The same with values that are made up, as if they were read just now. */
export const pretendedParams = (
  params: ReadonlyMap<number, KnownParam>,
  values: Readonly<Record<string, string>>,
  readOn: number,
): Map<number, KnownParam> =>
  new Map(
    Array.from(params, ([id, param]) => {
      const value = values[id]
      if (value === undefined) return [id, param]
      const isNumber = value.trim() !== '' && Number.isFinite(Number(value))
      return [id, { ...param, last: { value, number: isNumber ? Number(value) : null, readOn }, error: null }]
    }),
  )
