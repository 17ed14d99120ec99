import type { Queries } from '@busbar/database'
import type { pushLevels } from './push.contract.ts'

type Level = (typeof pushLevels)[number]

export interface DeviceRow {
  id: number
  name: string
  level: Level
  createdOn: Date
  lastSentOn: Date | null
}

export const pushDevicesOf = (sql: Queries, orgId: number, accountId: number) => sql<DeviceRow[]>`
  select id, name, level, created_on as "createdOn", last_sent_on as "lastSentOn" from push_subscription
  where org_id = ${orgId} and account_id = ${accountId} order by created_on, id`

export interface NewDevice {
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  name: string
  language: string
  level: Level
  sessionHash: Buffer
}

/** A browser has one user at a time: who signs in after another takes it over. */
export const putPushDevice = async (
  tx: Queries,
  orgId: number,
  accountId: number,
  device: NewDevice,
  now: Date,
): Promise<number> => {
  const { endpoint, p256dh, auth, name, language, level, sessionHash } = device
  await tx`
    delete from push_subscription where org_id = ${orgId} and endpoint = ${endpoint} and account_id <> ${accountId}`
  const [row] = await tx<[{ id: number }]>`
    insert into push_subscription (org_id, account_id, endpoint, p256dh, auth, name, language, level, session_hash, created_on)
    values (${orgId}, ${accountId}, ${endpoint}, ${p256dh}, ${auth}, ${name}, ${language}, ${level}, ${sessionHash}, ${now})
    on conflict (org_id, endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name,
      language = excluded.language, level = excluded.level, session_hash = excluded.session_hash
    returning id`
  return row.id
}

export const isPushEndpointOf = async (
  tx: Queries,
  orgId: number,
  accountId: number,
  endpoint: string,
): Promise<boolean> => {
  const [row] = await tx`
    select from push_subscription where org_id = ${orgId} and account_id = ${accountId} and endpoint = ${endpoint}`
  return row !== undefined
}

/** Deletes and returns a device; undefined if the user has no such device. */
export const deletePushDevice = async (
  tx: Queries,
  orgId: number,
  accountId: number,
  id: number,
): Promise<DeviceRow | undefined> => {
  const [row] = await tx<DeviceRow[]>`
    delete from push_subscription where org_id = ${orgId} and account_id = ${accountId} and id = ${id}
    returning id, name, level, created_on as "createdOn", last_sent_on as "lastSentOn"`
  return row
}
