import type { Queries } from '@busbar/database'
import type { Role } from '../../accounts/access/roles.ts'

export interface Retention {
  keepDays: number | null
}

export const retentionOfOrg = async (sql: Queries, orgId: number): Promise<Retention | undefined> => {
  const [retention] = await sql<Retention[]>`select keep_days as "keepDays" from org where id = ${orgId}`
  return retention
}

export const setRetentionOfOrg = async (tx: Queries, orgId: number, keepDays: number | null): Promise<void> => {
  await tx`update org set keep_days = ${keepDays} where id = ${orgId}`
}

/** Days for which an organization keeps resolved alert events and sent messages; null: forever. */
export interface AlertRetention {
  logDays: number | null
  messageDays: number | null
}

export const alertRetentionOf = async (sql: Queries, orgId: number): Promise<AlertRetention | undefined> => {
  const [found] = await sql<AlertRetention[]>`
    select alert_log_days as "logDays", message_days as "messageDays" from org where id = ${orgId}`
  return found
}

export const setAlertRetention = async (
  tx: Queries,
  orgId: number,
  { logDays, messageDays }: AlertRetention,
): Promise<void> => {
  await tx`update org set alert_log_days = ${logDays}, message_days = ${messageDays} where id = ${orgId}`
}

interface TemplateRetention extends Retention {
  templateId: number
  name: string
  manufacturer: string
  deviceCount: number
  isMixed: boolean
}

export const retentionByTemplate = (sql: Queries, orgId: number) => sql<TemplateRetention[]>`
  select t.id as "templateId", t.name, t.manufacturer, count(distinct d.id) as "deviceCount",
         case when bool_or(p.id is not null and p.keep_days is null) then null else max(p.keep_days) end as "keepDays",
         count(distinct coalesce(p.keep_days, 0)) filter (where p.id is not null) > 1 as "isMixed"
  from device d join template t on t.org_id = d.template_org_id and t.id = d.template_id
  left join param p on p.org_id = d.org_id and p.device_id = d.id
  where d.org_id = ${orgId}
  group by t.id, t.name, t.manufacturer order by t.manufacturer, t.name, t.id`

export const countDevicesOfTemplate = async (tx: Queries, orgId: number, templateId: number): Promise<number> => {
  const [found] = await tx<[{ count: number }]>`
    select count(*) from device where org_id = ${orgId} and template_id = ${templateId}`
  return found.count
}

export const setRetentionOfTemplate = async (
  tx: Queries,
  orgId: number,
  templateId: number,
  keepDays: number | null,
) => {
  const { count } = await tx`
    update param p set keep_days = ${keepDays} from device d
    where d.org_id = ${orgId} and d.template_id = ${templateId} and p.org_id = d.org_id and p.device_id = d.id
      and p.keep_days is distinct from ${keepDays}::integer`
  return count
}

/** Retention of the listed parameters for which the caller has one of the roles. */
export const retentionOfParams = (sql: Queries, ids: readonly number[], accountId: number, roles: readonly Role[]) =>
  sql<(Retention & { id: number })[]>`
  select p.id, p.keep_days as "keepDays" from param p
  join membership m on m.org_id = p.org_id and m.account_id = ${accountId} and m.role = any(${roles})
  where p.id = any(${ids}::bigint[])`

export const setRetentionOfParams = (tx: Queries, orgId: number, ids: readonly number[], keepDays: number | null) => tx<
  { id: number }[]
>`
  update param set keep_days = ${keepDays} where org_id = ${orgId} and id = any(${ids}) returning id`
