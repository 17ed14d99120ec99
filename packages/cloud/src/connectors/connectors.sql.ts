import type { Queries } from '../db/sql.ts'
import type { MqttSettings } from './settings.ts'

export interface ConnectorRow {
  id: number
  orgId: number
  name: string
  settings: MqttSettings
  sealedPassword: Buffer | null
  isEnabled: boolean
  positionOn: Date | null
  createdOn: Date
}

const columns = (sql: Queries) => sql`
  id, org_id as "orgId", name, settings, sealed_password as "sealedPassword", is_enabled as "isEnabled",
  position_on as "positionOn", created_on as "createdOn"`

export const enabledConnectors = (sql: Queries) => sql<ConnectorRow[]>`
  select ${columns(sql)} from connector where is_enabled order by id`

export const connectorsOf = (sql: Queries, orgId: number) => sql<ConnectorRow[]>`
  select ${columns(sql)} from connector where org_id = ${orgId} order by id`

export const findConnector = async (sql: Queries, orgId: number, id: number): Promise<ConnectorRow | undefined> => {
  const [row] = await sql<ConnectorRow[]>`
    select ${columns(sql)} from connector where org_id = ${orgId} and id = ${id} for update`
  return row
}

export const insertConnector = async (
  tx: Queries,
  orgId: number,
  { name, settings, isEnabled }: Pick<ConnectorRow, 'name' | 'settings' | 'isEnabled'>,
  on: Date,
): Promise<number> => {
  const [row] = await tx<[{ id: number }]>`
    insert into connector (org_id, kind, name, settings, is_enabled, created_on)
    values (${orgId}, 'mqtt', ${name}, ${tx.json(settings)}, ${isEnabled}, ${on}) returning id`
  return row.id
}

export const updateConnector = (
  tx: Queries,
  { id, name, settings, isEnabled }: Pick<ConnectorRow, 'id' | 'name' | 'settings' | 'isEnabled'>,
) => tx`
  update connector set name = ${name}, settings = ${tx.json(settings)}, is_enabled = ${isEnabled} where id = ${id}`

export const setPassword = (tx: Queries, id: number, sealed: Buffer | null) => tx`
  update connector set sealed_password = ${sealed}::bytea where id = ${id}`

export const setPosition = (sql: Queries, id: number, on: Date) => sql`
  update connector set position_on = ${on} where id = ${id}`

export const deleteConnector = (tx: Queries, id: number) => tx`delete from connector where id = ${id}`
