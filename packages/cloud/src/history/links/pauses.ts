import type { Queries } from '@busbar/database'
import type { Gap } from '@busbar/series/gaps'

/** Switches that determine if a parameter is polled. */
interface PollSwitches {
  paramId: number
  deviceId: number
  netId: number
  deviceOffOn: Date | null
  netOffOn: Date | null
}

const pollSwitchesOf = (sql: Queries, orgId: number, paramIds: readonly number[]) => sql<PollSwitches[]>`
  select p.id as "paramId", d.id as "deviceId", n.id as "netId", d.disabled_on as "deviceOffOn", n.disabled_on as "netOffOn"
  from param p
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join net n on n.org_id = d.org_id and n.id = d.net_id
  where p.org_id = ${orgId} and p.id = any(${paramIds}::bigint[])`

interface SwitchRow {
  kind: 'device' | 'net'
  id: number
  on: Date
  isOff: boolean
}

/** More is never done by hand. */
const rowsMax = 20_000

/** Objects that were enabled or disabled, oldest first. A record of a network may concern its note only. */
const switchesOf = (sql: Queries, orgId: number, deviceIds: readonly number[], netIds: readonly number[]) => sql<
  SwitchRow[]
>`
  select object_kind as kind, object_id::bigint as id, recorded_on as "on",
    case when object_kind = 'device' then after ->> 'enabled' = 'false' else after ->> 'disabledOn' is not null end as "isOff"
  from audit
  where org_id = ${orgId} and action in ('device.change-disable', 'net.change-disable')
    and ((object_kind = 'device' and object_id = any(${deviceIds.map(String)}))
      or (object_kind = 'net' and object_id = any(${netIds.map(String)}) and after ? 'disabledOn'))
  order by audit.id limit ${rowsMax}`

/** A device or a network was switched on or off by a person, in ms since 1970. */
export interface SwitchEvent {
  on: number
  isOff: boolean
}

interface Span {
  from: number
  till: number
}

/** The reason of a gap in which polling was paused by a person. */
const pausedReason = 'Paused'

/** When something was off: by what was recorded, oldest first, and by how it stands. Off before the first record is not known. */
export const offSpans = (switchings: readonly SwitchEvent[], offSince: number | null): Span[] => {
  const spans: Span[] = []
  let since: number | null = null
  for (const { on, isOff } of switchings) {
    if (isOff) since ??= on
    else if (since !== null) {
      spans.push({ from: since, till: on })
      since = null
    }
  }
  if (offSince !== null) spans.push({ from: Math.min(offSince, since ?? offSince), till: Number.POSITIVE_INFINITY })
  return spans
}

/** Spans of several switches as gaps of what is behind all of them, cut to what was asked for. One off is enough. */
export const pausesIn = (spans: readonly Span[], { from, till }: Span): Gap[] => {
  const gaps: Gap[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    if (span.till < from || span.from > till) continue
    const before = gaps.at(-1)
    const end = Math.min(span.till, till)
    if (before !== undefined && span.from <= before.till) before.till = Math.max(before.till, end)
    else gaps.push({ from: Math.max(span.from, from), till: end, polls: 0, reason: pausedReason })
  }
  return gaps
}

/** When the devices of parameters, or their networks, were paused by people, by parameter. */
export const pausesOf = async (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  span: { from: number; till: number },
): Promise<Map<number, Gap[]>> => {
  const switches = await pollSwitchesOf(sql, orgId, paramIds)
  const ids = (of: (place: (typeof switches)[number]) => number): number[] => [...new Set(switches.map(of))]
  const rows = await switchesOf(
    sql,
    orgId,
    ids(({ deviceId }) => deviceId),
    ids(({ netId }) => netId),
  )
  const byObject = Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`)
  const spansOf = (kind: SwitchRow['kind'], id: number, offOn: Date | null) =>
    offSpans(
      (byObject.get(`${kind} ${id}`) ?? []).map(({ on, isOff }) => ({ on: on.getTime(), isOff })),
      offOn?.getTime() ?? null,
    )
  return new Map(
    switches.map(({ paramId, deviceId, netId, deviceOffOn, netOffOn }) => [
      paramId,
      pausesIn([...spansOf('device', deviceId, deviceOffOn), ...spansOf('net', netId, netOffOn)], span),
    ]),
  )
}
