import type { QuietTimes } from '@busbar/alerts/model'
import { columns, type Queries, type Tx } from '@busbar/database'
import { busSettingKeys } from '../../devices/device.fields.ts'
import { registerSettings } from '../../devices/params/params.sql.ts'
import { templateFields } from '../../devices/templates/templates.sql.ts'
import type { Document } from '../document.contract.ts'

/** A row of the document, with null where the document has nothing. */
type Row<Part> = { [K in keyof Part]-?: undefined extends Part[K] ? Exclude<Part[K], undefined> | null : Part[K] }
export type TemplateRow = Row<Document['templates'][number]>
type DatedRow<Part> = Omit<Row<Part>, 'disabledOn'> & { disabledOn: Date | null }
type Net = Document['networks'][number]
export type NetRow = DatedRow<Omit<Net, 'link' | 'quiet' | 'outage' | 'devicePasswords' | 'card'>> &
  Net['link'] & { quiet: QuietTimes | null; outage: Net['outage'] | null; sealedPasswords: Uint8Array | null }
export type DeviceRow = DatedRow<Omit<Document['devices'][number], 'card'>>
export type ParamRow = Row<Document['params'][number]>

/** All that follows in this transaction is as of one moment. */
export const useSnapshot = async (tx: Tx): Promise<void> => {
  await tx`set transaction isolation level repeatable read read only`
}

export const orgToExport = async (
  tx: Queries,
  orgId: number,
): Promise<{ id: number; name: string; paramCount: number } | undefined> => {
  const [org] = await tx<{ id: number; name: string; paramCount: number }[]>`
    select id, name, (select count(*) from param where org_id = ${orgId}) as "paramCount" from org where id = ${orgId}`
  return org
}

const templates = columns('template', ['id', ...templateFields])

export const templatesToExport = (tx: Queries, orgId: number): Promise<TemplateRow[]> => tx<TemplateRow[]>`
  select ${templates} from template where org_id = ${orgId} order by id`

const nets = columns('net', [
  'id',
  'name',
  'description',
  'slug',
  'solution',
  'protocol',
  'controllerKind',
  'controllerModbusUnitId',
  'sealedPasswords',
  'ip',
  'port',
  'mac',
  'latitude',
  'longitude',
  'disabledOn',
  'disabledBy',
  'disabledNote',
  'timeoutMs',
  'exchangeDepth',
  'isKeylessAllowed',
  'isPasswordUnprovenAllowed',
  'isWritingAllowed',
])

export const netsToExport = (tx: Queries, orgId: number): Promise<NetRow[]> => tx<NetRow[]>`
  select ${nets},
         (select jsonb_build_object('activeHours', q.active_hours, 'windows', q.windows) from net_quiet_times q
          where q.org_id = net.org_id and q.net_id = net.id) as quiet,
         (select jsonb_strip_nulls(jsonb_build_object('afterMinutes', u.after_minutes, 'policyId', u.policy_id)) from net_outage u
          where u.org_id = net.org_id and u.net_id = net.id) as outage
  from net where org_id = ${orgId} order by id`

const busSettings = columns('device', busSettingKeys, 'd')

export const devicesToExport = (tx: Queries, orgId: number): Promise<DeviceRow[]> => tx<DeviceRow[]>`
  select d.id, d.net_id as "netId", d.name, d.description, d.slug, d.modbus_unit_id as "modbusUnitId",
         ${busSettings}, d.disabled_on as "disabledOn",
         case when d.template_org_id <> 0 then d.template_id end as "templateId",
         case when d.template_org_id = 0
           then jsonb_build_object('name', t.name, 'manufacturer', t.manufacturer, 'version', t.version)
         end as "shippedTemplate",
         case when d.is_computed then true end as "isComputed"
  from device d left join template t on t.org_id = d.template_org_id and t.id = d.template_id
  where d.org_id = ${orgId} order by d.id`

const params = columns('param', ['id', 'deviceId', ...registerSettings, 'keepDays', 'formula'])

export const paramsToExport = (tx: Queries, orgId: number): Promise<ParamRow[]> => tx<ParamRow[]>`
  select ${params},
         (select true from net_key_param k where k.org_id = param.org_id and k.param_id = param.id) as "isKey",
         (select json_agg(json_strip_nulls(json_build_object('on', to_char(x.exchanged_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'endValue', x.end_value::text, 'startValue', x.start_value::text, 'reason', x.reason)) order by x.exchanged_on, x.id)
          from meter_exchange x where x.org_id = param.org_id and x.param_id = param.id) as exchanges
  from param where org_id = ${orgId} order by id`
