import type { Queries, Tx } from '../../db/types.ts'
import { dayMs } from '../history/days.ts'

/** A device's polls of a day, which begins on `day`. */
export interface DeviceDay {
  orgId: number
  deviceId: number
  day: number
}

export interface StoredLayout {
  id: number
  paramIds: number[]
  cells: string
}

/** Polls of one layout, each column as PostgreSQL sends it, one after the other. */
export interface PackedPolls {
  layoutId: number
  times: Uint8Array
  narrow: Uint8Array
  wide: Uint8Array
}

/** Polls that failed in the same way. */
export interface PackedFailures {
  layoutId: number
  errors: Record<string, string>
  times: Uint8Array
}

/** So many polls make one packet: parsing it does not hold up the event loop. */
const packetPolls = 128

const ofDay = (sql: Queries, { orgId, deviceId, day }: DeviceDay) => sql`
  org_id = ${orgId} and device_id = ${deviceId} and read_on >= ${new Date(day)} and read_on < ${new Date(day + dayMs)}`

/** The next device after this one that has polls of the day. */
export const selectNextDevice = (
  sql: Queries,
  { orgId, deviceId, day }: DeviceDay,
): Promise<{ orgId: number; deviceId: number }[]> => sql`
  select org_id as "orgId", device_id as "deviceId" from poll
  where (org_id, device_id) > (${orgId}, ${deviceId}) and read_on >= ${new Date(day)} and read_on < ${new Date(day + dayMs)}
  order by org_id, device_id limit 1`

/** Whether this transaction alone has the device's day. No other lock of ours has two keys. */
export const lockDeviceDay = async (tx: Tx, { deviceId, day }: DeviceDay): Promise<boolean> => {
  const [row] = await tx`select pg_try_advisory_xact_lock(${deviceId}, ${day / dayMs}) as is_ours`
  return row?.['is_ours'] === true
}

export const countPolls = async (tx: Tx, deviceDay: DeviceDay): Promise<number> => {
  const [row] = await tx<[{ polls: number }]>`select count(*) as polls from poll where ${ofDay(tx, deviceDay)}`
  return row.polls
}

export const selectLayouts = (tx: Tx, { orgId, deviceId }: DeviceDay): Promise<StoredLayout[]> => tx`
  select id, param_ids as "paramIds", cells from layout where org_id = ${orgId} and device_id = ${deviceId}`

export const selectParams = (tx: Tx, { orgId, deviceId }: DeviceDay): Promise<{ id: number; isText: boolean }[]> => tx`
  select id, value_type = 'string' as "isText" from param where org_id = ${orgId} and device_id = ${deviceId} order by id`

export const packetsOf = (tx: Tx, deviceDay: DeviceDay): AsyncIterable<PackedPolls[]> =>
  tx<PackedPolls[]>`
  select layout_id as "layoutId", string_agg(timestamptz_send(read_on), ''::bytea) as times,
    string_agg(array_send(narrow), ''::bytea) as narrow, string_agg(array_send(coalesce(wide, '{}')), ''::bytea) as wide
  from (
    select layout_id, read_on, narrow, wide, (row_number() over (order by read_on) - 1) / ${packetPolls} as packet
    from poll where ${ofDay(tx, deviceDay)}
  ) polls
  group by packet, layout_id`.cursor(1)

export const selectFailures = (tx: Tx, deviceDay: DeviceDay): Promise<PackedFailures[]> => tx`
  select layout_id as "layoutId", errors, string_agg(timestamptz_send(read_on), ''::bytea) as times
  from poll where ${ofDay(tx, deviceDay)} and errors is not null group by layout_id, errors`

export const deletePolls = async (tx: Tx, deviceDay: DeviceDay): Promise<number> =>
  (await tx`delete from poll where ${ofDay(tx, deviceDay)}`).count
