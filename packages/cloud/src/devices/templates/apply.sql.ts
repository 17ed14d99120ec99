import type { Queries } from '@busbar/database'
import type { StoredParam } from '../params/params.sql.ts'
import type { ParamSettings } from '../params/settings.rules.ts'

export interface TemplateDevice {
  id: number
  name: string
  netId: number
  netName: string
  modbusUnitId: number
  disabledOn: Date | null
  revision: number | null
}

/** Devices of an organization that were made from a template, by the names of their networks and their own. */
export const devicesOfTemplate = (sql: Queries, orgId: number, templateId: number, limit: number) => sql<
  TemplateDevice[]
>`
  select d.id, d.name, d.net_id as "netId", n.name as "netName", d.modbus_unit_id as "modbusUnitId",
         d.disabled_on as "disabledOn", d.template_revision as revision
  from device d join net n on n.org_id = d.org_id and n.id = d.net_id
  where d.org_id = ${orgId} and d.template_id = ${templateId}
  order by n.name, d.name, d.id limit ${limit}`

export interface DeviceToApply {
  id: number
  readGroupSize: number
  writeFunction: string
  templateId: number | null
  revision: number | null
}

export const devicesToApply = (sql: Queries, orgId: number, ids: readonly number[]) => sql<DeviceToApply[]>`
  select id, read_group_size as "readGroupSize", write_function as "writeFunction", template_id as "templateId",
         template_revision as revision
  from device where org_id = ${orgId} and id = any(${ids}::bigint[]) order by id`

export const paramsOfDevices = (sql: Queries, orgId: number, deviceIds: readonly number[]) => sql<
  Omit<StoredParam, 'deviceName'>[]
>`
  select id, device_id as "deviceId", name, description, category, label, slug, address, register_kind as "registerKind",
         value_type as "valueType", byte_order as "order", bit_position as "bitPosition", bits_amount as "bitsAmount",
         multiplier, shift, precision, min, max, rollover_at as "rolloverAt", hourly_max as "hourlyMax",
         unit_name as "unitName", enum, nan_values as "nanValues", coding, is_tracked as "isTracked",
         is_programmable as "isProgrammable", formula
  from param where org_id = ${orgId} and device_id = any(${deviceIds}::bigint[]) order by id`

/** Many at once; their slugs stay. */
export const updateParams = async (
  tx: Queries,
  orgId: number,
  params: readonly (ParamSettings & { id: number })[],
): Promise<void> => {
  await tx`
    update param p set
      name = g.name, description = g.description, category = g.category, label = g.label, address = g.address,
      register_kind = g."registerKind", value_type = g."valueType", byte_order = g."order", bit_position = g."bitPosition",
      bits_amount = g."bitsAmount", multiplier = g.multiplier, shift = g.shift, precision = g.precision, min = g.min,
      max = g.max, rollover_at = g."rolloverAt", hourly_max = g."hourlyMax", unit_name = g."unitName", enum = g.enum,
      nan_values = g."nanValues", coding = g.coding, is_tracked = g."isTracked", is_programmable = g."isProgrammable"
    from jsonb_to_recordset(${tx.json(params)}) as g (
      id bigint, name jsonb, description jsonb, category jsonb, label text, address integer, "registerKind" text,
      "valueType" text, "order" text, "bitPosition" integer, "bitsAmount" integer, multiplier numeric, shift numeric,
      precision integer, min numeric, max numeric, "rolloverAt" numeric, "hourlyMax" numeric, "unitName" text, enum jsonb,
      "nanValues" jsonb, coding jsonb, "isTracked" boolean, "isProgrammable" boolean)
    where p.org_id = ${orgId} and p.id = g.id`
}

export interface AppliedDevice {
  id: number
  readGroupSize: number
  writeFunction: string
}

/** From now on these are devices of the template, like the revision it has. */
export const setTemplate = async (
  tx: Queries,
  orgId: number,
  template: { id: number; orgId: number; revision: number | null },
  devices: readonly AppliedDevice[],
): Promise<void> => {
  await tx`
    update device d set template_org_id = ${template.orgId}, template_id = ${template.id},
      template_revision = ${template.revision}, read_group_size = g."readGroupSize", write_function = g."writeFunction"
    from jsonb_to_recordset(${tx.json(devices)}) as g (id bigint, "readGroupSize" integer, "writeFunction" text)
    where d.org_id = ${orgId} and d.id = g.id`
}
