import type { Queries } from '@busbar/database'
import type { Coding, RegisterKind } from '@busbar/modbus'
import type { FieldDevice, FieldNet } from '@busbar/polling'

type NetRow = Omit<FieldNet, 'devices' | 'passwords'> & { sealedPasswords: Uint8Array | null }
export type DeviceRow = Omit<FieldDevice, 'params'>

/** The format is one text, the same for all parameters that are written alike. */
export type ParamRow = readonly [id: number, kind: RegisterKind, address: number, format: string]

/** Stored fields of a format in the order in which `formatOf` reads them. */
export type StoredFormat = readonly [
  valueType: string,
  order: string,
  bitPosition: number | null,
  bitsAmount: number | null,
  multiplier: string,
  shift: string,
  precision: number | null,
  min: string | null,
  max: string | null,
  enumNumbers: readonly string[] | null,
  nanValues: readonly string[] | null,
  coding: Coding | null,
  /** Address, needed if other registers determine the format: it depends on their distance. */
  address: number | null,
]

export const allNetIds = async (sql: Queries): Promise<number[]> => {
  const rows = await sql`select id from net order by id`.raw()
  return rows.map(([id]) => Number(id))
}

export const netRows = (sql: Queries, ids: readonly number[]) => sql<NetRow[]>`
  select org_id as "orgId", id, name, disabled_on is null as "isEnabled", protocol,
         controller_modbus_unit_id as "controllerUnit", sealed_passwords as "sealedPasswords", ip, port, mac::text,
         timeout_ms as "timeoutMs", exchange_depth as depth, is_keyless_allowed as "isKeylessAllowed",
         is_password_unproven_allowed as "isPasswordUnprovenAllowed", is_writing_allowed as "isWritingAllowed",
         coalesce(port = port_before, false) as "isPortKept"
  from net where id = any(${ids})`

export const deviceRows = (sql: Queries, netIds: readonly number[]) => sql<DeviceRow[]>`
  select d.org_id as "orgId", d.net_id as "netId", d.id, d.name, d.modbus_unit_id as unit,
         d.update_period_sec as "periodSec", d.read_group_size as "readGroupSize",
         d.modbus_timeout_retries_num as retries
  from net n join device d on d.org_id = n.org_id and d.net_id = n.id
  where d.disabled_on is null and not d.is_computed and n.id = any(${netIds})
  order by d.id`

/**
 * Returns one JSON text per device, because a row per parameter would take several times as long. The order is
 * undefined: sorting texts takes as long as reading them.
 */
export const paramRows = (sql: Queries, deviceIds: readonly number[]) => sql<
  { deviceId: number; params: ParamRow[] }[]
>`
  select d.id as "deviceId", json_agg(json_build_array(p.id, p.register_kind, p.address,
           json_build_array(p.value_type, p.byte_order, p.bit_position, p.bits_amount, p.multiplier::text, p.shift::text,
             p.precision, p.min::text, p.max::text,
             case when jsonb_typeof(p.enum) = 'object' then array(select jsonb_object_keys(p.enum)) end,
             p.nan_values, p.coding, case when p.coding is not null then p.address end)::text)) as params
  from device d join param p on p.org_id = d.org_id and p.device_id = d.id
  where d.id = any(${deviceIds}) and p.is_tracked
  group by d.id`
