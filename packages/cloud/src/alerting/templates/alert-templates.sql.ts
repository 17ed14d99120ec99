import type { Queries } from '@busbar/database'
import { devicesShownMax } from './alert-templates.contract.ts'
import type { TemplateDefinition, TemplateException } from './alert-templates.rules.ts'

export interface AlertTemplateRow {
  id: number
  name: string
  templateOrgId: number
  templateId: number
  templateName: string
  definition: TemplateDefinition
  policyId: number | null
  isEnabled: boolean
}

const columns = (sql: Queries) => sql`
  a.id, a.name, a.template_org_id as "templateOrgId", a.template_id as "templateId", t.name as "templateName", a.definition,
  a.policy_id as "policyId", a.is_enabled as "isEnabled"`

/** All of an organization, or one. */
export const alertTemplatesOf = (sql: Queries, orgId: number, id: number | null = null) => sql<AlertTemplateRow[]>`
  select ${columns(sql)} from alert_template a join template t on t.org_id = a.template_org_id and t.id = a.template_id
  where a.org_id = ${orgId} and (${id}::bigint is null or a.id = ${id}) order by a.id`

/** Templates that create alerts for one of these devices. */
export const templatesForDevices = (sql: Queries, orgId: number, deviceIds: readonly number[]) => sql<
  AlertTemplateRow[]
>`
  select ${columns(sql)} from alert_template a join template t on t.org_id = a.template_org_id and t.id = a.template_id
  where a.org_id = ${orgId} and exists (
    select from device d where d.org_id = a.org_id and d.id = any(${[...deviceIds]}::bigint[])
      and d.template_org_id = a.template_org_id and d.template_id = a.template_id)
  order by a.id`

export const countedTemplates = (sql: Queries, orgId: number) => sql<
  { id: number; deviceCount: number; alertCount: number }[]
>`
  select a.id,
    (select count(*)::int from device d
     where d.org_id = a.org_id and d.template_org_id = a.template_org_id and d.template_id = a.template_id) as "deviceCount",
    (select count(*)::int from alert b where b.org_id = a.org_id and b.alert_template_id = a.id) as "alertCount"
  from alert_template a where a.org_id = ${orgId} order by a.id`

export type NewAlertTemplate = Pick<
  AlertTemplateRow,
  'name' | 'templateOrgId' | 'templateId' | 'definition' | 'policyId' | 'isEnabled'
>

export const insertAlertTemplate = async (
  tx: Queries,
  orgId: number,
  { name, templateOrgId, templateId, definition, policyId, isEnabled }: NewAlertTemplate,
  createdOn: Date,
): Promise<number> => {
  const [made] = await tx<[{ id: number }]>`
    insert into alert_template (org_id, name, template_org_id, template_id, definition, policy_id, is_enabled, created_on)
    values (${orgId}, ${name}, ${templateOrgId}, ${templateId}, ${tx.json(definition)}, ${policyId}, ${isEnabled}, ${createdOn})
    returning id`
  return made.id
}

export const updateAlertTemplate = async (
  tx: Queries,
  orgId: number,
  id: number,
  { name, definition, policyId }: Pick<AlertTemplateRow, 'name' | 'definition' | 'policyId'>,
): Promise<void> => {
  await tx`
    update alert_template set name = ${name}, definition = ${tx.json(definition)}, policy_id = ${policyId}
    where org_id = ${orgId} and id = ${id}`
}

export const setTemplateEnabled = async (tx: Queries, orgId: number, id: number, isEnabled: boolean): Promise<void> => {
  await tx`update alert_template set is_enabled = ${isEnabled} where org_id = ${orgId} and id = ${id}`
}

export const deleteAlertTemplate = async (tx: Queries, orgId: number, id: number): Promise<void> => {
  await tx`delete from alert_template where org_id = ${orgId} and id = ${id}`
}

export const deleteAlertsOf = async (tx: Queries, orgId: number, id: number): Promise<void> => {
  await tx`delete from alert where org_id = ${orgId} and alert_template_id = ${id}`
}

/** A device of the kind, with what there is of the alert for it. */
export interface KindDevice {
  id: number
  name: string
  netId: number
  netName: string
  alertId: number | null
  isActive: boolean
  startedOn: number | null
  isAlertOn: boolean | null
  exception: TemplateException | null
}

/** All of a kind, or those of them that are listed. */
export const devicesOfKind = (
  sql: Queries,
  orgId: number,
  { id, templateOrgId, templateId }: Pick<AlertTemplateRow, 'id' | 'templateOrgId' | 'templateId'>,
  { deviceIds = null, limit = null }: { deviceIds?: readonly number[] | null; limit?: number | null } = {},
) => sql<KindDevice[]>`
  select d.id, d.name, n.id as "netId", n.name as "netName", a.id as "alertId", a.is_enabled as "isAlertOn",
    coalesce(jsonb_typeof(s.state -> 'episode' -> 'closedOn') = 'null', false) as "isActive",
    (s.state -> 'episode' ->> 'startedOn')::double precision as "startedOn",
    case when e.device_id is not null then jsonb_build_object('isOff', e.is_off, 'limits', e.limits) end as exception
  from device d
  join net n on n.org_id = d.org_id and n.id = d.net_id
  left join alert a on a.org_id = d.org_id and a.alert_template_id = ${id} and a.template_device_id = d.id
  left join alert_state s on s.org_id = a.org_id and s.alert_id = a.id
  left join alert_template_exception e on e.org_id = d.org_id and e.alert_template_id = ${id} and e.device_id = d.id
  where d.org_id = ${orgId} and d.template_org_id = ${templateOrgId} and d.template_id = ${templateId}
    and (${deviceIds === null} or d.id = any(${[...(deviceIds ?? [])]}::bigint[]))
  order by d.id limit ${limit}`

export const shownDevices = (sql: Queries, orgId: number, template: AlertTemplateRow): Promise<KindDevice[]> =>
  devicesOfKind(sql, orgId, template, { limit: devicesShownMax })

/** The ids of parameters with these slugs. */
export const paramsBySlug = (
  sql: Queries,
  orgId: number,
  deviceIds: readonly number[],
  slugs: readonly string[],
) => sql<{ deviceId: number; slug: string; id: number }[]>`
  select device_id as "deviceId", slug, id from param
  where org_id = ${orgId} and device_id = any(${[...deviceIds]}::bigint[]) and slug = any(${[...slugs]}::text[])`

export const linkAlert = async (
  tx: Queries,
  orgId: number,
  alertId: number,
  { alertTemplateId, deviceId }: { alertTemplateId: number; deviceId: number },
): Promise<void> => {
  await tx`
    update alert set alert_template_id = ${alertTemplateId}, template_device_id = ${deviceId}
    where org_id = ${orgId} and id = ${alertId}`
}

/** Null where the alert is one of its own. */
export const templateOfAlert = async (
  sql: Queries,
  orgId: number,
  alertId: number,
): Promise<{ id: number; name: string; deviceId: number } | null> => {
  const [row] = await sql<{ id: number; name: string; deviceId: number }[]>`
    select t.id, t.name, a.template_device_id as "deviceId"
    from alert a join alert_template t on t.org_id = a.org_id and t.id = a.alert_template_id
    where a.org_id = ${orgId} and a.id = ${alertId}`
  return row ?? null
}

/** None, where it says nothing. */
export const putException = async (
  tx: Queries,
  orgId: number,
  { alertTemplateId, deviceId, isOff, limits }: TemplateException & { alertTemplateId: number; deviceId: number },
): Promise<void> => {
  if (!isOff && limits.length === 0) {
    await tx`
      delete from alert_template_exception
      where org_id = ${orgId} and alert_template_id = ${alertTemplateId} and device_id = ${deviceId}`
    return
  }
  await tx`
    insert into alert_template_exception (org_id, alert_template_id, device_id, is_off, limits)
    values (${orgId}, ${alertTemplateId}, ${deviceId}, ${isOff}, ${tx.json(limits)})
    on conflict (org_id, alert_template_id, device_id) do update set is_off = excluded.is_off, limits = excluded.limits`
}

export const exceptionsOf = (sql: Queries, orgId: number, alertTemplateId: number) => sql<
  (TemplateException & { deviceId: number })[]
>`
  select device_id as "deviceId", is_off as "isOff", limits from alert_template_exception
  where org_id = ${orgId} and alert_template_id = ${alertTemplateId} order by device_id`
