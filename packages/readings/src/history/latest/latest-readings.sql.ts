import type { Queries, Statement } from '@busbar/database'
import { dayMs, dayStart, dayText, sqlInstant } from '../days/days.ts'

/** Facts on a parameter without its hot readings. */
export interface OnTimeRow {
  paramId: number
  deviceId: number
  isText: boolean
  /**
   * Last reading of the latest day with readings. If it is too late, `data` has the readings of the instant's block, or
   * of all blocks up to it, unless their version is known.
   */
  last: number | null
  lastOn: number | null
  data: Uint8Array | null
  /** Version of the day's row, as digits. */
  version: string | null
  text: string | null
  textOn: number | null
}

/** Latest poll of a device with values, and its layout. */
export interface DevicePoll {
  deviceId: number
  readOn: number
  paramIds: number[]
  cells: string
  narrow: (number | null)[] | null
  wide: (number | null)[] | null
}

/** Known row versions of the instant's day, whose readings need not be sent again. */
export type KnownVersions = ReadonlyMap<number, { version: number }>

/**
 * Selects, of the chunk of the instant's day, the block that contains the instant, which usually has the latest
 * reading, or all blocks up to it. Only these bytes are read from the table. A chunk has blocks of three or six hours.
 */
const blocksUpTo = (sql: Queries, till: number, blocks: 'one' | 'all'): Statement => {
  const block = sql`(${till - dayStart(till)}::int * cardinality(cold.block_ends)::bigint / ${dayMs}::int + 1)::int`
  const end = sql`cold.block_ends[${block}]`
  const before = sql`coalesce(cold.block_ends[${block} - 1], 0)`
  const begins = blocks === 'all' ? sql`0` : sql`case when ${end} > ${before} then ${before} else 0 end`
  return sql`case when cold.block_ends is null then cold.data
    else substring(cold.data from ${begins} + 1 for ${end} - ${begins}) end`
}

const requestedParams = (sql: Queries, orgId: number, paramIds: readonly number[]): Statement => sql`
  select org_id, id, device_id, value_type from param where org_id = ${orgId} and id = any(${[...paramIds]}::bigint[])`

/**
 * Polls without values are skipped once for the device, so that an unreachable device costs no more for a hundred
 * parameters than for one.
 */
const latestPoll = (sql: Queries, orgId: number, till: number): Statement => sql`
  select read_on, layout_id, narrow, wide from poll
  where org_id = ${orgId} and device_id = d.device_id and read_on <= ${sqlInstant(till)}
    and (errors is null or not errors ? '')
  order by read_on desc limit 1`

/** Latest cold reading of the parameter `p`, and its latest text. */
const coldAndExact = (sql: Queries, orgId: number, till: number, version: Statement): Statement => sql`
  left join lateral (
    select c.last, c.last_on, c.data, c.block_ends, c.day, ${version} as version from chunk c
    where c.org_id = ${orgId} and c.param_id = p.id and c.day <= ${dayText(till)} and c.first_on <= ${sqlInstant(till)}
    order by c.day desc limit 1
  ) cold on true
  left join lateral (
    select e.text, e.read_on from exact e
    where e.org_id = ${orgId} and e.param_id = p.id and e.read_on <= ${sqlInstant(till)}
    order by e.read_on desc limit 1
  ) exact on true`

const shownColumns = (sql: Queries, till: number, blocks: 'one' | 'all', isKnown: Statement): Statement => sql`
  p.id as "paramId", p.device_id as "deviceId", p.value_type = 'string' as "isText",
  cold.last, round(date_part('epoch', cold.last_on) * 1000) as "lastOn",
  case when cold.last_on > ${sqlInstant(till)} and not ${isKnown} then ${blocksUpTo(sql, till, blocks)} end as data,
  cold.version,
  exact.text, round(date_part('epoch', exact.read_on) * 1000) as "textOn"`

/** Placeholder for rows without a version common to all nodes. */
const noVersion = (sql: Queries): Statement => sql`null::xid`

/**
 * The latest of each parameter up to an instant, cold and exact, and of each device the latest poll, which nearly always has the latest hot reading of
 * all. That comes with the first of its parameters. Arrays come as JSON: the client takes a null in an array for NaN.
 */
export const selectOnTime = (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  till: number,
  known: KnownVersions | null,
): Promise<(OnTimeRow & { poll: DevicePoll | null })[]> => sql<(OnTimeRow & { poll: DevicePoll | null })[]>`
  with asked as materialized (${requestedParams(sql, orgId, paramIds)}), device_poll as materialized (
    select d.device_id, d.first_id, json_build_object('deviceId', d.device_id, 'readOn', (extract(epoch from h.read_on) * 1000)::bigint,
      'paramIds', l.param_ids, 'cells', l.cells, 'narrow', h.narrow, 'wide', h.wide) as poll
    from (select device_id, min(id) as first_id from asked group by device_id) d
    cross join lateral (${latestPoll(sql, orgId, till)}) h
    join layout l on l.org_id = ${orgId} and l.id = h.layout_id
  )
  select ${shownColumns(sql, till, 'one', known === null ? sql`false` : isKnownVersion(sql, till))}, d.poll
  from asked p left join device_poll d on d.first_id = p.id
  ${known === null ? sql`` : knownVersions(sql, known)}
  ${coldAndExact(sql, orgId, till, known === null ? noVersion(sql) : sql`c.xmin`)}`

const isKnownVersion = (sql: Queries, till: number): Statement =>
  sql`coalesce(cold.version = known.version and cold.day = ${dayText(till)}, false)`

const knownVersions = (sql: Queries, known: KnownVersions): Statement => sql`
  left join (
    select unnest(${[...known.keys()]}::bigint[]) as param_id,
      unnest(${Array.from(known.values(), ({ version }) => version)}::bigint[])::text::xid as version
  ) known on known.param_id = p.id`

/**
 * Selects the same for parameters that the device's latest poll lacks, or whose block begins after the instant: all
 * blocks up to it, and the latest hot reading (see hot-records.ts).
 */
export const selectOwnOnTime = (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  till: number,
): Promise<(OnTimeRow & { hot: Uint8Array | null })[]> => sql<(OnTimeRow & { hot: Uint8Array | null })[]>`
  with asked as (${requestedParams(sql, orgId, paramIds)}), device_poll as materialized (
    select d.device_id, h.read_on
    from (select distinct device_id from asked) d cross join lateral (${latestPoll(sql, orgId, till)}) h
  )
  select ${shownColumns(sql, till, 'all', sql`false`)}, hot.bytes as hot
  from asked p
  left join device_poll d on d.device_id = p.device_id
  left join lateral (
    select timestamptz_send(h.read_on) || cell.name::bytea || case
      when cell.name = 'w' then float8send(h.wide[place.at - cell.narrow_at]) else int4send(h.narrow[cell.narrow_at]) end as bytes
    from poll h
    join layout l on l.org_id = h.org_id and l.id = h.layout_id
    cross join lateral (select array_position(l.param_ids, p.id) as at) place
    cross join lateral (
      select substr(l.cells, place.at, 1) as name, length(replace(left(l.cells, place.at), 'w', '')) as narrow_at
    ) cell
    where h.org_id = ${orgId} and h.device_id = p.device_id and h.read_on <= d.read_on and case
      when cell.name = 'w' then h.wide[place.at - cell.narrow_at] is not null else h.narrow[cell.narrow_at] is not null end
    order by h.read_on desc limit 1
  ) hot on true
  ${coldAndExact(sql, orgId, till, noVersion(sql))}`
