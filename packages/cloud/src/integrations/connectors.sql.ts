import type { Queries } from '@busbar/database'
import type { ConnectorKind, KindAndSettings } from './connector.ts'

/** Up to when everything of a device has arrived, in ms since 1970, by its id. */
export type DevicePositions = Readonly<Record<string, number>>

export type ConnectorRow = KindAndSettings & {
  id: number
  orgId: number
  name: string
  sealedPassword: Buffer | null
  sealedClientKey: Buffer | null
  isEnabled: boolean
  positionOn: Date | null
  devicePositions: DevicePositions | null
  createdOn: Date
}

const columns = (sql: Queries) => sql`
  id, org_id as "orgId", kind, name, settings, sealed_password as "sealedPassword",
  sealed_client_key as "sealedClientKey", is_enabled as "isEnabled",
  position_on as "positionOn", device_positions as "devicePositions", created_on as "createdOn"`

export const enabledConnectors = (sql: Queries) => sql<ConnectorRow[]>`
  select ${columns(sql)} from connector where is_enabled and deleted_on is null order by id`

/** Other changes of connectors wait until the transaction ends. */
export const lockConnectors = (tx: Queries) => tx`lock table connector in share row exclusive mode`

export const connectorsOf = (sql: Queries, orgId: number) => sql<ConnectorRow[]>`
  select ${columns(sql)} from connector where org_id = ${orgId} and deleted_on is null order by id`

export const findConnector = async (sql: Queries, orgId: number, id: number): Promise<ConnectorRow | undefined> => {
  const [row] = await sql<ConnectorRow[]>`
    select ${columns(sql)} from connector
    where org_id = ${orgId} and id = ${id} and deleted_on is null for update`
  return row
}

interface ConnectorFields {
  name: string
  settings: KindAndSettings['settings']
  isEnabled: boolean
}

export const insertConnector = async (
  tx: Queries,
  orgId: number,
  { kind, name, settings, isEnabled }: ConnectorFields & { kind: ConnectorKind },
  on: Date,
): Promise<number> => {
  const [row] = await tx<[{ id: number }]>`
    insert into connector (org_id, kind, name, settings, is_enabled, created_on)
    values (${orgId}, ${kind}, ${name}, ${tx.json(settings)}, ${isEnabled}, ${on}) returning id`
  return row.id
}

export const updateConnector = (tx: Queries, { id, name, settings, isEnabled }: ConnectorFields & { id: number }) => tx`
  update connector set name = ${name}, settings = ${tx.json(settings)}, is_enabled = ${isEnabled} where id = ${id}`

export const setPassword = (tx: Queries, id: number, sealed: Buffer | null) => tx`
  update connector set sealed_password = ${sealed}::bytea where id = ${id}`

export const setClientKey = (tx: Queries, id: number, sealed: Buffer | null) => tx`
  update connector set sealed_client_key = ${sealed}::bytea where id = ${id}`

export const setPosition = (sql: Queries, id: number, on: Date) => sql`
  update connector set position_on = ${on} where id = ${id}`

export const setDevicePositions = (sql: Queries, id: number, positions: DevicePositions) => sql`
  update connector set device_positions = ${sql.json(positions)} where id = ${id}`

export const deleteConnector = (tx: Queries, id: number) => tx`delete from connector where id = ${id}`

/** Topics that its broker may keep of it. */
export const retainedTopicsOf = async (sql: Queries, id: number): Promise<string[]> => {
  const [row] = await sql<[{ topics: string[] }?]>`select kept_topics as topics from connector where id = ${id}`
  return row?.topics ?? []
}

/** Topics that no current connector of the organization uses; a new connector may use the same ones. */
export const abandonedTopics = async (sql: Queries, id: number): Promise<string[]> => {
  const rows = await sql<{ topic: string }[]>`
    select unnest(kept_topics) as topic from connector where id = ${id}
    except
    select unnest(other.kept_topics) from connector other join connector gone on gone.org_id = other.org_id
    where gone.id = ${id} and other.deleted_on is null`
  return rows.map(({ topic }) => topic)
}

export const setRetainedTopics = (sql: Queries, id: number, topics: readonly string[]) => sql`
  update connector set kept_topics = ${[...topics]}::text[] where id = ${id}`

/** Marks a connector as deleted; its row remains until the broker has been cleaned up. */
export const markDeleted = (tx: Queries, id: number, on: Date) => tx`
  update connector set deleted_on = ${on}, is_enabled = false where id = ${id}`

export const deletedConnectors = (sql: Queries) => sql<(ConnectorRow & { deletedOn: Date })[]>`
  select ${columns(sql)}, deleted_on as "deletedOn" from connector where deleted_on is not null order by id`
