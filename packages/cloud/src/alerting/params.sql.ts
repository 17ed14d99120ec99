import type { Queries } from '@busbar/database'
import type { WriteFacts } from '../commands/writing/facts.sql.ts'
import type { Texts } from '../devices/params/names.rules.ts'

/** Facts about a parameter that alerts need: to check a definition, to evaluate it, and to name the parameter. */
export interface AlertParamRow extends WriteFacts {
  name: Texts
  label: string | null
  slug: string
  periodSec: number
  deviceName: string
  deviceSlug: string
  netSlug: string
}

/** Listed parameters that belong to the organization, by ID. */
export const alertParams = async (
  sql: Queries,
  orgId: number,
  ids: Iterable<number>,
): Promise<Map<number, AlertParamRow>> => {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) return new Map()
  const rows = await sql<AlertParamRow[]>`
    select p.id, n.id as "netId", d.modbus_unit_id as unit, d.write_function as "writeFunction",
           d.modbus_timeout_retries_num as retries, d.disabled_on is null as "isDeviceOn", n.disabled_on is null as "isNetOn",
           n.is_writing_allowed as "isWritingAllowed", p.is_programmable as "isProgrammable",
           p.register_kind as "registerKind", p.address, p.value_type as "valueType", p.byte_order as "order",
           p.bit_position as "bitPosition", p.bits_amount as "bitsAmount", p.multiplier, p.shift, p.precision, p.min, p.max,
           p.unit_name as "unitName", p.enum, p.nan_values as "nanValues", p.coding, p.name, p.label, p.slug, d.update_period_sec as "periodSec",
           d.name as "deviceName", d.slug as "deviceSlug", n.slug as "netSlug"
    from param p
    join device d on d.org_id = p.org_id and d.id = p.device_id
    join net n on n.org_id = d.org_id and n.id = d.net_id
    where p.org_id = ${orgId} and p.id = any(${uniqueIds}::bigint[])`
  return new Map(rows.map((row) => [row.id, row]))
}

/** `7#holding@meter@hall`: how a condition names its parameter. */
export const referenceOf = ({ id, registerKind, deviceSlug, netSlug }: AlertParamRow): string =>
  `${id}#${registerKind}@${deviceSlug}@${netSlug}`
