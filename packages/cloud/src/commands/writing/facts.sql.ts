import type { Queries } from '@busbar/database'
import type { ByteOrder, Coding, RegisterKind, ValueType } from '@busbar/modbus'
import type { Role } from '../../accounts/access/roles.ts'

/** All that decides whether a parameter may be written, with what, and where. */
export interface WriteFacts {
  id: number
  /** The caller's, who may lose it while waiting; null for the service itself. */
  role: Role | null
  netId: number
  unit: number
  writeFunction: 'normal' | 'always-6' | 'always-16'
  retries: number
  isDeviceOn: boolean
  isNetOn: boolean
  isWritingAllowed: boolean
  isProgrammable: boolean
  registerKind: RegisterKind
  address: number
  valueType: ValueType
  order: ByteOrder
  bitPosition: number | null
  bitsAmount: number | null
  multiplier: string
  shift: string
  precision: number | null
  min: string | null
  max: string | null
  unitName: string | null
  enum: Readonly<Record<string, string | Readonly<Record<string, string | undefined>>>> | null
  nanValues: readonly string[] | null
  coding: Coding | null
}

export const factsToWrite = async (
  sql: Queries,
  orgId: number,
  paramId: number,
  accountId: number,
): Promise<WriteFacts | undefined> => {
  const [facts] = await sql<WriteFacts[]>`
    select p.id, m.role, n.id as "netId", d.modbus_unit_id as unit, d.write_function as "writeFunction",
           d.modbus_timeout_retries_num as retries, d.disabled_on is null as "isDeviceOn", n.disabled_on is null as "isNetOn",
           n.is_writing_allowed as "isWritingAllowed", p.is_programmable as "isProgrammable",
           p.register_kind as "registerKind", p.address, p.value_type as "valueType", p.byte_order as "order",
           p.bit_position as "bitPosition", p.bits_amount as "bitsAmount", p.multiplier, p.shift, p.precision, p.min, p.max,
           p.unit_name as "unitName", p.enum, p.nan_values as "nanValues", p.coding
    from param p
    join device d on d.org_id = p.org_id and d.id = p.device_id
    join net n on n.org_id = d.org_id and n.id = d.net_id
    left join membership m on m.org_id = p.org_id and m.account_id = ${accountId}
    where p.org_id = ${orgId} and p.id = ${paramId}`
  return facts
}
