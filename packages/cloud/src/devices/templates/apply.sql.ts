import { columns, type Queries, type RowOf } from '@busbar/database'
import { paramSettings, registerSettings, type StoredParam } from '../params/params.sql.ts'
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

const toApply = columns('device', [
  'id',
  'readGroupSize',
  'writeFunction',
  'templateId',
  'templateRevision as revision',
])
export type DeviceToApply = RowOf<typeof toApply>

export const devicesToApply = (sql: Queries, orgId: number, ids: readonly number[]) => sql<DeviceToApply[]>`
  select ${toApply} from device where org_id = ${orgId} and id = any(${ids}::bigint[]) order by id`

const listed = columns('param', ['id', 'deviceId', ...paramSettings])

export const paramsOfDevices = (sql: Queries, orgId: number, deviceIds: readonly number[]) => sql<
  Omit<StoredParam, 'deviceName'>[]
>`
  select ${listed}
  from param where org_id = ${orgId} and device_id = any(${deviceIds}::bigint[]) order by id`

const applied = columns(
  'param',
  registerSettings.filter((name) => name !== 'slug'),
)

/** Many at once; their slugs stay. */
export const updateParams = async (
  tx: Queries,
  orgId: number,
  params: readonly (ParamSettings & { id: number })[],
): Promise<void> => {
  await tx`
    update param p set ${applied.changes}
    from jsonb_to_recordset(${tx.json(params)}) as given (id bigint, ${applied.types})
    where p.org_id = ${orgId} and p.id = given.id`
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
