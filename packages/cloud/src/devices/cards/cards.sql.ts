import type { Queries } from '@busbar/database'
import type { Card } from './cards.contract.ts'
import type { Photo } from './photo.rules.ts'

/** Owner of a card: either a network or a device. */
export interface CardOwner {
  netId: number | null
  deviceId: number | null
}

export const emptyCard: Card = { tags: [], groupName: '', location: '', serialNumber: '', note: '', custom: [] }

/** Returns the cards of the listed networks and devices. */
export const cardsOf = (sql: Queries, orgId: number, netIds: readonly number[], deviceIds: readonly number[]) => sql<
  (Card & CardOwner)[]
>`
  select net_id as "netId", device_id as "deviceId", tags, group_name as "groupName", location,
         serial_number as "serialNumber", note, custom
  from card
  where org_id = ${orgId} and (net_id = any(${netIds}::bigint[]) or device_id = any(${deviceIds}::bigint[]))`

/** All of an organization. */
export const allCards = (sql: Queries, orgId: number) => sql<(Card & CardOwner)[]>`
  select net_id as "netId", device_id as "deviceId", tags, group_name as "groupName", location,
         serial_number as "serialNumber", note, custom
  from card where org_id = ${orgId}`

export interface ListedCard extends CardOwner {
  tags: string[]
  groupName: string
  isComputed: boolean
}

export const listedCards = (sql: Queries, orgId: number) => sql<ListedCard[]>`
  select c.net_id as "netId", coalesce(c.device_id, d.id) as "deviceId", coalesce(c.tags, '{}') as tags,
         coalesce(c.group_name, '') as "groupName", coalesce(d.is_computed, false) as "isComputed"
  from (select * from card where org_id = ${orgId}) c
  full join (select org_id, id, is_computed from device where org_id = ${orgId} and is_computed) d
    on d.org_id = c.org_id and d.id = c.device_id
  where d.id is not null or c.tags <> '{}' or c.group_name <> ''
  order by 1, 2`

/** Which of the listed the organization has. */
export const countOwn = async (
  sql: Queries,
  orgId: number,
  netIds: readonly number[],
  deviceIds: readonly number[],
): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from net where org_id = ${orgId} and id = any(${netIds}::bigint[]))
         + (select count(*) from device where org_id = ${orgId} and id = any(${deviceIds}::bigint[])) as count`
  return row?.count ?? 0
}

/** Puts cards in the place of those before. The organization is locked by the caller. */
export const putCards = async (tx: Queries, orgId: number, cards: readonly (Card & CardOwner)[]): Promise<void> => {
  const netIds = cards.flatMap(({ netId }) => netId ?? [])
  const deviceIds = cards.flatMap(({ deviceId }) => deviceId ?? [])
  await tx`
    delete from card
    where org_id = ${orgId} and (net_id = any(${netIds}::bigint[]) or device_id = any(${deviceIds}::bigint[]))`
  await tx`
    insert into card (org_id, net_id, device_id, tags, group_name, location, serial_number, note, custom)
    select ${orgId}, "netId", "deviceId", tags, "groupName", location, "serialNumber", note, custom
    from jsonb_to_recordset(${tx.json(cards)}) as given (
      "netId" bigint, "deviceId" bigint, tags text[], "groupName" text, location text, "serialNumber" text, note text,
      custom jsonb)`
}

export const photoRow = async (
  sql: Queries,
  orgId: number,
  { netId, deviceId }: CardOwner,
): Promise<{ mediaType: Photo['mediaType']; bytes: Uint8Array } | undefined> => {
  const [row] = await sql<{ mediaType: Photo['mediaType']; bytes: Uint8Array }[]>`
    select media_type as "mediaType", bytes from photo
    where org_id = ${orgId} and (net_id = ${netId} or device_id = ${deviceId})`
  return row
}

/** How many bytes the photos of an organization have together. */
export const photoBytes = async (sql: Queries, orgId: number): Promise<number> => {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(length(bytes)), 0)::float8 as bytes from photo where org_id = ${orgId}`
  return row?.bytes ?? 0
}

export const allPhotos = (sql: Queries, orgId: number) => sql<(CardOwner & { bytes: Buffer })[]>`
  select net_id as "netId", device_id as "deviceId", bytes from photo where org_id = ${orgId}`

export const hasPhoto = async (sql: Queries, orgId: number, { netId, deviceId }: CardOwner): Promise<boolean> => {
  const rows = await sql`
    select 1 from photo where org_id = ${orgId} and (net_id = ${netId} or device_id = ${deviceId})`
  return rows.length > 0
}

export const putPhoto = async (
  tx: Queries,
  orgId: number,
  { netId, deviceId }: CardOwner,
  photo: { mediaType: Photo['mediaType']; bytes: Uint8Array } | null,
): Promise<void> => {
  await tx`delete from photo where org_id = ${orgId} and (net_id = ${netId} or device_id = ${deviceId})`
  if (photo === null) return
  await tx`
    insert into photo (org_id, net_id, device_id, media_type, bytes)
    values (${orgId}, ${netId}, ${deviceId}, ${photo.mediaType}, ${photo.bytes})`
}
