import { columns, type Queries } from '@busbar/database'
import type { controllerKinds, protocols, solutions } from './nets.contract.ts'

export type Solution = (typeof solutions)[number]

/** Settings and location of a network. */
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
  /** In degrees; both or neither. */
  latitude: number | null
  longitude: number | null
  /** Parameter that represents the network in lists; null: chosen by the service. */
  keyParamId: number | null
}

/** A network as it is stored, its passwords sealed. */
export interface StoredNet extends Omit<NetSettings, 'devicePasswords'> {
  id: number
  orgId: number
  createdOn: Date
  disabledOn: Date | null
  disabledBy: 'admin' | 'billing' | 'user' | null
  disabledNote: string | null
  sealedPasswords: Uint8Array | null
}

const storedNet = columns('net', [
  'id',
  'orgId',
  'name',
  'description',
  'slug',
  'solution',
  'createdOn',
  'disabledOn',
  'disabledBy',
  'disabledNote',
  'ip',
  'port',
  'mac',
  'latitude',
  'longitude',
  'protocol',
  'controllerKind',
])
const controllerOfNet = columns('net', ['controllerModbusUnitId', 'sealedPasswords'])

export const netById = async (sql: Queries, orgId: number, netId: number): Promise<StoredNet | undefined> => {
  const [net] = await sql<StoredNet[]>`
    select ${storedNet},
           (select param_id from net_key_param k where k.org_id = net.org_id and k.net_id = net.id) as "keyParamId",
           ${controllerOfNet}
    from net where org_id = ${orgId} and id = ${netId}`
  return net
}

/** Locks a network, so that it is not switched on or off meanwhile. */
export const lockNet = async (tx: Queries, orgId: number, netId: number): Promise<void> => {
  await tx`select 1 from net where org_id = ${orgId} and id = ${netId} for update`
}

export type ListedNet = Pick<
  StoredNet,
  'id' | 'name' | 'slug' | 'ip' | 'port' | 'mac' | 'latitude' | 'longitude' | 'keyParamId'
>

export const netsOf = (sql: Queries, orgId: number) => sql<ListedNet[]>`
  select n.id, n.name, n.slug, n.ip, n.port, n.mac::text, n.latitude, n.longitude, k.param_id as "keyParamId"
  from net n left join net_key_param k on k.org_id = n.org_id and k.net_id = n.id
  where n.org_id = ${orgId} order by n.id`

/** Slugs of networks that fit one of the patterns. */
export const netSlugs = async (sql: Queries, orgId: number, patterns: readonly string[]): Promise<string[]> => {
  const rows = await sql<{ slug: string }[]>`
    select slug from net where org_id = ${orgId} and slug like any(${patterns})`
  return rows.map(({ slug }) => slug)
}

/** Behind a gateway nothing may be written until an owner allows it. */
export const insertNet = async (
  tx: Queries,
  orgId: number,
  net: NetSettings,
  { createdOn, allowWriting }: { createdOn: Date; allowWriting: boolean },
): Promise<number> => {
  const [row] = await tx<[{ id: number }]>`
    insert into net (org_id, name, description, slug, solution, protocol, controller_kind, controller_modbus_unit_id,
                     ip, port, mac, latitude, longitude, is_writing_allowed, created_on)
    values (${orgId}, ${net.name}, ${net.description}, ${net.slug}, ${net.solution}, ${net.protocol},
            ${net.controllerKind}, ${net.controllerModbusUnitId}, ${net.ip}, ${net.port}, ${net.mac},
            ${net.latitude}, ${net.longitude}, ${allowWriting && net.mac === null}, ${createdOn})
    returning id`
  return row.id
}

/** A gateway that it had not before is not to be written to until an owner allows it. */
export const updateNet = async (tx: Queries, orgId: number, netId: number, net: NetSettings): Promise<void> => {
  await tx`
    update net set
      name = ${net.name}, description = ${net.description}, slug = ${net.slug}, solution = ${net.solution},
      protocol = ${net.protocol}, controller_kind = ${net.controllerKind},
      controller_modbus_unit_id = ${net.controllerModbusUnitId}, ip = ${net.ip}, port = ${net.port}, mac = ${net.mac},
      latitude = ${net.latitude}, longitude = ${net.longitude},
      is_writing_allowed = is_writing_allowed and (${net.mac}::macaddr is null or mac is not distinct from ${net.mac})
    where org_id = ${orgId} and id = ${netId}`
  if (net.keyParamId === null) await tx`delete from net_key_param where org_id = ${orgId} and net_id = ${netId}`
  else
    await tx`
      insert into net_key_param (org_id, net_id, param_id) values (${orgId}, ${netId}, ${net.keyParamId})
      on conflict (org_id, net_id) do update set param_id = excluded.param_id`
}

export const setPasswords = async (
  tx: Queries,
  orgId: number,
  netId: number,
  sealed: Uint8Array | null,
): Promise<void> => {
  await tx`update net set sealed_passwords = ${sealed}::bytea where org_id = ${orgId} and id = ${netId}`
}

export const setSolution = async (tx: Queries, orgId: number, netId: number, solution: Solution): Promise<void> => {
  await tx`update net set solution = ${solution} where org_id = ${orgId} and id = ${netId}`
}

export type NetSwitch = Pick<StoredNet, 'disabledOn' | 'disabledBy' | 'disabledNote'>

export const setNetSwitch = async (tx: Queries, orgId: number, netId: number, to: NetSwitch): Promise<void> => {
  await tx`
    update net set disabled_on = ${to.disabledOn}, disabled_by = ${to.disabledBy}, disabled_note = ${to.disabledNote}
    where org_id = ${orgId} and id = ${netId}`
}

/** Returns whether a parameter belongs to this network. */
export const isParamOfNet = async (sql: Queries, orgId: number, netId: number, paramId: number): Promise<boolean> => {
  const found = await sql`
    select 1 from param p join device d on d.org_id = p.org_id and d.id = p.device_id
    where p.org_id = ${orgId} and p.id = ${paramId} and d.net_id = ${netId}`
  return found.length > 0
}

export const deleteNet = async (tx: Queries, orgId: number, netId: number): Promise<void> => {
  await tx`delete from net where org_id = ${orgId} and id = ${netId}`
}
