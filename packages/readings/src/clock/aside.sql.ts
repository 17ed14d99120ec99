import type { Queries } from '@busbar/database'
import { type StoredChunk, storedExtremes } from '../compaction/chunks.sql.ts'
import { dayMs } from '../history/days/days.ts'
import type { ClockDoubt } from './trusted-clock.ts'

/** Quarantined polls of a device with one reason. Times are Unix times in milliseconds. */
export interface AsideGroup {
  deviceId: number
  deviceName: string
  reason: ClockDoubt['reason'] | 'ahead-of-the-clock'
  polls: number
  /** Time of the wall clock. */
  from: number
  till: number
  /** Time of the trusted clock; null if it is no longer known. */
  believedFrom: number | null
  believedTill: number | null
}

export const asideGroups = (sql: Queries, orgId: number): Promise<AsideGroup[]> => sql<AsideGroup[]>`
  select d.id as "deviceId", d.name as "deviceName", reason, sum(polls)::float8 as polls, ${spanOf(sql, 'min', 'from_on')} as from,
    ${spanOf(sql, 'max', 'till_on')} as till, ${spanOf(sql, 'min', 'believed_from')} as "believedFrom",
    ${spanOf(sql, 'max', 'believed_till')} as "believedTill"
  from (
    select device_id, reason, count(*) as polls, min(read_on) as from_on, max(read_on) as till_on, min(believed_on) as believed_from,
      max(believed_on) as believed_till
    from aside_poll where org_id = ${orgId} group by device_id, reason
    union all
    select p.device_id, 'ahead-of-the-clock', max(c.count), min(c.first_on), max(c.last_on), null, null
    from aside_chunk c join param p on p.org_id = c.org_id and p.id = c.param_id where c.org_id = ${orgId} group by p.device_id, c.day
  ) found join device d on d.org_id = ${orgId} and d.id = found.device_id
  group by d.id, d.name, reason order by d.name, d.id, reason`

const spanOf = (sql: Queries, of: 'min' | 'max', column: string) =>
  sql`(extract(epoch from ${sql.unsafe(of)}(${sql(column)})) * 1000)::float8`

/** Quarantined polls to process: all of the organization, or those of one device. */
export interface AsideScope {
  orgId: number
  deviceId: number | null
}

export interface AsidePoll {
  id: number
  orgId: number
  deviceId: number
  readOn: number
  believedOn: number | null
  layoutId: number
  /** Arrays in PostgreSQL's text form. */
  narrow: string
  wide: string | null
  errors: string | null
  texts: Record<string, string> | null
}

/** Locks the first of them, in the order of arrival, until the transaction ends. */
export const takeAsidePolls = (tx: Queries, { orgId, deviceId }: AsideScope, isByTrusted: boolean, max: number) => tx<
  AsidePoll[]
>`
  select id, org_id as "orgId", device_id as "deviceId", (extract(epoch from read_on) * 1000)::float8 as "readOn",
    (extract(epoch from believed_on) * 1000)::float8 as "believedOn", layout_id as "layoutId", narrow::text, wide::text, errors::text,
    texts
  from aside_poll where org_id = ${orgId} and (${deviceId}::bigint is null or device_id = ${deviceId})
    and (not ${isByTrusted} or believed_on is not null)
  order by id limit ${max} for update`

export const deleteAsidePolls = async (tx: Queries, orgId: number, ids: readonly number[]): Promise<void> => {
  await tx`delete from aside_poll where org_id = ${orgId} and id = any(${ids}::bigint[])`
}

/** Tells caches of these devices that there are more readings. */
export const noteMorePolls = async (tx: Queries, orgId: number, deviceIds: ReadonlySet<number>): Promise<void> => {
  await tx`update last_poll set version = version + 1 where org_id = ${orgId} and device_id = any(${[...deviceIds]}::bigint[])`
}

/** Removes some chunks from the quarantine. */
export const takeAsideChunks = (tx: Queries, { orgId, deviceId }: AsideScope, max: number) => tx<StoredChunk[]>`
  delete from aside_chunk where org_id = ${orgId} and id in (
    select c.id from aside_chunk c join param p on p.org_id = c.org_id and p.id = c.param_id
    where c.org_id = ${orgId} and (${deviceId}::bigint is null or p.device_id = ${deviceId}) order by c.id limit ${max})
  returning param_id as "paramId", (day - date '1970-01-01') * ${dayMs}::float8 as day, count, ${storedExtremes(tx)}, hours,
    data, block_ends as "blockEnds", gaps`

/** Restores texts and digits; those whose place is taken stay in the quarantine. */
export const restoreExact = async (tx: Queries, { orgId, deviceId }: AsideScope): Promise<void> => {
  await tx`
    with put as (
      insert into exact (org_id, param_id, read_on, text)
      select e.org_id, e.param_id, e.read_on, e.text from aside_exact e join param p on p.org_id = e.org_id and p.id = e.param_id
      where e.org_id = ${orgId} and (${deviceId}::bigint is null or p.device_id = ${deviceId})
      on conflict do nothing returning org_id, param_id, read_on
    )
    delete from aside_exact e using put where e.org_id = put.org_id and e.param_id = put.param_id and e.read_on = put.read_on`
}

/** Discards all matching quarantined polls. Returns the number of polls and days. */
export const discardAside = async (
  tx: Queries,
  { orgId, deviceId }: AsideScope,
): Promise<{ polls: number; chunks: number }> => {
  const isInScope = tx`(${deviceId}::bigint is null or p.device_id = ${deviceId})`
  const { count: polls } = await tx`delete from aside_poll p where org_id = ${orgId} and ${isInScope}`
  const { count: chunks } = await tx`
    delete from aside_chunk c using param p where c.org_id = ${orgId} and p.org_id = c.org_id and p.id = c.param_id and ${isInScope}`
  await tx`
    delete from aside_exact c using param p where c.org_id = ${orgId} and p.org_id = c.org_id and p.id = c.param_id and ${isInScope}`
  return { polls, chunks }
}

/** Counts polls that could be accepted in this way. */
export const countAside = async (
  sql: Queries,
  { orgId, deviceId }: AsideScope,
  times: 'shown' | 'trusted',
): Promise<number> => {
  const isByTrusted = times === 'trusted'
  const [row] = await sql<[{ count: number }]>`
    select (select count(*) from aside_poll where org_id = ${orgId} and (${deviceId}::bigint is null or device_id = ${deviceId})
        and (not ${isByTrusted} or believed_on is not null))
      + (select count(*) from aside_chunk c join param p on p.org_id = c.org_id and p.id = c.param_id
        where c.org_id = ${orgId} and not ${isByTrusted} and (${deviceId}::bigint is null or p.device_id = ${deviceId})) as count`
  return row.count
}
