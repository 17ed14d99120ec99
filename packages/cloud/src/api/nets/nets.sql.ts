import type { Queries } from '../../db/sql.ts'
import type { Texts } from '../params/names.rules.ts'
import type { controllerKinds, protocols, solutions } from './nets.contract.ts'

export type Solution = (typeof solutions)[number]

/** What people set of a network, and where it is. */
export interface NetSettings {
  name: string
  description: string | null
  slug: string
  solution: Solution
  protocol: (typeof protocols)[number]
  controllerKind: (typeof controllerKinds)[number]
  controllerModbusUnitId: number
  devicePasswords: string[]
  ip: string | null
  port: number | null
  mac: string | null
}

export interface NetRow extends NetSettings {
  id: number
  orgId: number
  createdOn: Date
  disabledOn: Date | null
  disabledBy: 'admin' | 'billing' | 'user' | null
  disabledNote: string | null
}

export const netById = async (sql: Queries, orgId: number, netId: number): Promise<NetRow | undefined> => {
  const [net] = await sql<NetRow[]>`
    select id, org_id as "orgId", name, description, slug, solution, created_on as "createdOn",
           disabled_on as "disabledOn", disabled_by as "disabledBy", disabled_note as "disabledNote", ip, port,
           mac::text, protocol, controller_kind as "controllerKind",
           controller_modbus_unit_id as "controllerModbusUnitId", device_passwords as "devicePasswords"
    from net where org_id = ${orgId} and id = ${netId}`
  return net
}

/** Holds a network, so that nobody else switches it on or off meanwhile. */
export const lockNet = async (tx: Queries, orgId: number, netId: number): Promise<void> => {
  await tx`select 1 from net where org_id = ${orgId} and id = ${netId} for update`
}

export type ListedNet = Pick<NetRow, 'id' | 'name' | 'slug' | 'ip' | 'port' | 'mac'>

export const netsOf = (sql: Queries, orgId: number) => sql<ListedNet[]>`
  select id, name, slug, ip, port, mac::text from net where org_id = ${orgId} order by id`

/** Slugs of networks that fit one of the patterns. */
export const netSlugs = async (sql: Queries, orgId: number, patterns: readonly string[]): Promise<string[]> => {
  const rows = await sql<{ slug: string }[]>`
    select slug from net where org_id = ${orgId} and slug like any(${patterns})`
  return rows.map(({ slug }) => slug)
}

/** Behind a gateway nothing may be written until an owner allows it. */
export const insertNet = async (tx: Queries, orgId: number, net: NetSettings, createdOn: Date): Promise<number> => {
  const [made] = await tx<[{ id: number }]>`
    insert into net (org_id, name, description, slug, solution, protocol, controller_kind, controller_modbus_unit_id,
                     device_passwords, ip, port, mac, is_writing_allowed, created_on)
    values (${orgId}, ${net.name}, ${net.description}, ${net.slug}, ${net.solution}, ${net.protocol},
            ${net.controllerKind}, ${net.controllerModbusUnitId}, ${net.devicePasswords}, ${net.ip}, ${net.port},
            ${net.mac}, ${net.mac === null}, ${createdOn})
    returning id`
  return made.id
}

/** A gateway that it had not before is not to be written to until an owner allows it. */
export const updateNet = async (tx: Queries, orgId: number, netId: number, net: NetSettings): Promise<void> => {
  await tx`
    update net set
      name = ${net.name}, description = ${net.description}, slug = ${net.slug}, solution = ${net.solution},
      protocol = ${net.protocol}, controller_kind = ${net.controllerKind},
      controller_modbus_unit_id = ${net.controllerModbusUnitId}, device_passwords = ${net.devicePasswords},
      ip = ${net.ip}, port = ${net.port}, mac = ${net.mac},
      is_writing_allowed = is_writing_allowed and (${net.mac}::macaddr is null or mac is not distinct from ${net.mac})
    where org_id = ${orgId} and id = ${netId}`
}

export const setSolution = async (tx: Queries, orgId: number, netId: number, solution: Solution): Promise<void> => {
  await tx`update net set solution = ${solution} where org_id = ${orgId} and id = ${netId}`
}

export type NetSwitch = Pick<NetRow, 'disabledOn' | 'disabledBy' | 'disabledNote'>

export const setNetSwitch = async (tx: Queries, orgId: number, netId: number, to: NetSwitch): Promise<void> => {
  await tx`
    update net set disabled_on = ${to.disabledOn}, disabled_by = ${to.disabledBy}, disabled_note = ${to.disabledNote}
    where org_id = ${orgId} and id = ${netId}`
}

export const deleteNet = async (tx: Queries, orgId: number, netId: number): Promise<void> => {
  await tx`delete from net where org_id = ${orgId} and id = ${netId}`
}

/** A network and one of its devices; a network without devices comes once, without any. */
export interface TreeNode {
  netId: number
  netName: string
  netDescription: string | null
  netSlug: string
  solution: Solution
  mac: string | null
  ip: string | null
  port: number | null
  deviceId: number | null
  deviceName: string
  deviceDescription: string | null
  deviceSlug: string
  modbusUnitId: number
}

export const treeNodes = (sql: Queries, orgId: number) => sql<TreeNode[]>`
  select n.id as "netId", n.name as "netName", n.description as "netDescription", n.slug as "netSlug", n.solution,
         n.mac::text, n.ip, n.port, d.id as "deviceId", d.name as "deviceName", d.description as "deviceDescription",
         d.slug as "deviceSlug", d.modbus_unit_id as "modbusUnitId"
  from net n left join device d on d.org_id = n.org_id and d.net_id = n.id
  where n.org_id = ${orgId}`

export interface TreeLeaf {
  deviceId: number
  id: number
  name: Texts
  description: Texts | null
  slug: string
  address: number
  isTracked: boolean
  isProgrammable: boolean
  label: string | null
  unitName: string | null
}

export const treeLeaves = (sql: Queries, orgId: number) => sql<TreeLeaf[]>`
  select device_id as "deviceId", id, name, description, slug, address, is_tracked as "isTracked",
         is_programmable as "isProgrammable", label, unit_name as "unitName"
  from param where org_id = ${orgId}`
