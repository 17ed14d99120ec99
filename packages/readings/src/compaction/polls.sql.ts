import type { Queries, Tx } from '@busbar/database'
import { dayMs } from '../history/days/days.ts'

/** A device's polls of the day that starts at `day`, or those before `till`. */
export interface DevicePart {
  orgId: number
  deviceId: number
  day: number
  till: number
}

export interface StoredLayout {
  id: number
  paramIds: number[]
  cells: string
}

/** Polls of one layout, each column in PostgreSQL's binary form. */
export interface PackedPolls {
  layoutId: number
  times: Uint8Array
  narrow: Uint8Array
  wide: Uint8Array
}

/** Polls with the same failure. */
export interface PackedFailures {
  layoutId: number
  errors: Record<string, string>
  times: Uint8Array
}

/** Polls of one layout with the same result: successful ones are only counted. */
export type PollGroup = { polls: number } & (PackedFailures | { errors: null })

/** Polls of one packet, so that parsing it does not block the event loop. */
const packetPolls = 512

const ofPart = (sql: Queries, { orgId, deviceId, day, till }: DevicePart) => sql`
  org_id = ${orgId} and device_id = ${deviceId} and read_on >= ${new Date(day)} and read_on < ${new Date(till)}`

/** Selects the next device with polls in the part. */
export const selectNextDevice = (
  sql: Queries,
  { orgId, deviceId, day, till }: DevicePart,
): Promise<{ orgId: number; deviceId: number }[]> => sql`
  select org_id as "orgId", device_id as "deviceId" from poll
  where (org_id, device_id) > (${orgId}, ${deviceId}) and read_on >= ${new Date(day)} and read_on < ${new Date(till)}
  order by org_id, device_id limit 1`

/** Locks the device's day for this transaction; false if another one has it. No other lock has two keys. */
export const lockDeviceDay = async (tx: Tx, { deviceId, day }: DevicePart): Promise<boolean> => {
  const [row] = await tx`select pg_try_advisory_xact_lock(${deviceId}, ${day / dayMs}) as is_ours`
  return row?.['is_ours'] === true
}

export const selectLayouts = (tx: Tx, { orgId, deviceId }: DevicePart): Promise<StoredLayout[]> => tx`
  select id, param_ids as "paramIds", cells from layout where org_id = ${orgId} and device_id = ${deviceId}`

export const selectParams = (tx: Tx, { orgId, deviceId }: DevicePart): Promise<{ id: number; isText: boolean }[]> => tx`
  select id, value_type = 'string' as "isText" from param where org_id = ${orgId} and device_id = ${deviceId} order by id`

export async function* packetsOf(tx: Tx, part: DevicePart): AsyncGenerator<PackedPolls> {
  await tx`declare packet no scroll cursor for
  select layout_id as "layoutId", string_agg(timestamptz_send(read_on), ''::bytea) as times,
    string_agg(array_send(narrow), ''::bytea) as narrow, string_agg(array_send(coalesce(wide, '{}')), ''::bytea) as wide
  from (
    select layout_id, read_on, narrow, wide, (row_number() over (order by read_on) - 1) / ${packetPolls} as packet
    from poll where ${ofPart(tx, part)}
  ) polls
  group by packet, layout_id`
  const next = () => tx.unsafe<PackedPolls[]>('fetch next from packet')
  for (let [packet] = await next(); packet !== undefined; [packet] = await next()) yield packet
  await tx`close packet`
}

export const selectGroups = (tx: Tx, part: DevicePart): Promise<PollGroup[]> => tx<PollGroup[]>`
  select layout_id as "layoutId", errors, count(*) as polls,
    string_agg(timestamptz_send(read_on), ''::bytea) filter (where errors is not null) as times
  from poll where ${ofPart(tx, part)} group by layout_id, errors`

/** Times of a day's texts by parameter, eight bytes each in PostgreSQL's binary form. */
export interface PackedTexts {
  paramId: number
  times: Uint8Array
}

export const selectTexts = (
  tx: Tx,
  { orgId, day }: DevicePart,
  textIds: readonly number[],
): Promise<PackedTexts[]> => tx`
  select param_id as "paramId", string_agg(timestamptz_send(read_on), ''::bytea order by read_on) as times from exact
  where org_id = ${orgId} and param_id = any(${[...textIds]}::bigint[])
    and read_on >= ${new Date(day)} and read_on < ${new Date(day + dayMs)}
  group by param_id`

export const deletePolls = async (tx: Tx, part: DevicePart): Promise<number> =>
  (await tx`delete from poll where ${ofPart(tx, part)}`).count
