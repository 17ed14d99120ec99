import { type Alert, type Flapping, flappingDefault, type QuietTimes } from '@busbar/alerts/model'
import type { Queries } from '@busbar/database'
import type { Definition, NewAction, NewCondition } from './definition/definition.rules.ts'

export interface AlertRow
  extends Pick<Alert, 'id' | 'name' | 'conditionLogic' | 'logAs' | 'isEnabled' | 'holdOffSec' | 'maxAgeSec'> {
  slug: string
  description: string | null
  policyId: number | null
  flapping: Flapping | null
}

export type StoredCondition = NewCondition & { id: number }
export type StoredAction = NewAction & { id: number }

export const alertsOf = (sql: Queries, orgId: number) => sql<{ id: number; name: string; slug: string }[]>`
  select id, name, slug from alert where org_id = ${orgId} order by id`

/** Alerts with a condition on a parameter of the device. */
export const alertsOfDevice = (sql: Queries, orgId: number, deviceId: number) => sql<
  { alertId: number; conditions: Pick<StoredCondition, 'paramId' | 'kind'>[] }[]
>`
  select c.alert_id as "alertId", json_agg(json_build_object('paramId', c.param_id, 'kind', c.kind) order by c.id) as conditions
  from alert_condition c join param p on p.org_id = c.org_id and p.id = c.param_id
  where c.org_id = ${orgId} and p.device_id = ${deviceId}
  group by c.alert_id order by c.alert_id`

export const alertById = async (sql: Queries, orgId: number, id: number): Promise<AlertRow | undefined> => {
  const [alert] = await sql<AlertRow[]>`
    select id, name, slug, description, condition_logic as "conditionLogic", log_as as "logAs", is_enabled as "isEnabled",
           hold_off_sec as "holdOffSec", max_age_sec as "maxAgeSec", policy_id as "policyId", flapping
    from alert where org_id = ${orgId} and id = ${id}`
  return alert
}

export const conditionsOf = (sql: Queries, orgId: number, alertId: number) => sql<StoredCondition[]>`
  select id, param_id as "paramId", kind, value, hold_sec as "holdSec", deadband
  from alert_condition where org_id = ${orgId} and alert_id = ${alertId} order by id`

export const actionsOf = (sql: Queries, orgId: number, alertId: number) => sql<StoredAction[]>`
  select id, stage, timeout_minutes as "timeoutMinutes", type, recepient, param_id as "paramId", value
  from alert_action where org_id = ${orgId} and alert_id = ${alertId} order by id`

export const countAlerts = async (sql: Queries, orgId: number): Promise<number> => {
  const [row] = await sql<[{ count: number }]>`select count(*) from alert where org_id = ${orgId}`
  return row.count
}

/** Slugs that fit one of the patterns. */
export const alertSlugs = async (sql: Queries, orgId: number, patterns: readonly string[]): Promise<string[]> => {
  const rows = await sql<{ slug: string }[]>`
    select slug from alert where org_id = ${orgId} and slug like any(${patterns})`
  return rows.map(({ slug }) => slug)
}

export const insertAlert = async (
  tx: Queries,
  orgId: number,
  {
    name,
    description,
    conditionLogic,
    logAs,
    holdOffSec,
    maxAgeSec = null,
    flapping = flappingDefault,
    policyId = null,
  }: Definition & { holdOffSec: number },
  slug: string,
  createdOn: Date,
): Promise<number> => {
  const [made] = await tx<[{ id: number }]>`
    insert into alert (org_id, name, slug, description, condition_logic, log_as, hold_off_sec, max_age_sec, policy_id, flapping, created_on)
    values (${orgId}, ${name}, ${slug}, ${description}, ${conditionLogic}, ${logAs}, ${holdOffSec}, ${maxAgeSec}, ${policyId},
            ${flapping && tx.json(flapping)}, ${createdOn})
    returning id`
  return made.id
}

export const updateAlert = async (tx: Queries, orgId: number, id: number, to: Definition): Promise<void> => {
  await tx`
    update alert set name = ${to.name}, description = ${to.description}, condition_logic = ${to.conditionLogic},
                     log_as = ${to.logAs}, hold_off_sec = coalesce(${to.holdOffSec ?? null}, hold_off_sec),
                     max_age_sec = case when ${to.maxAgeSec === undefined} then max_age_sec else ${to.maxAgeSec ?? null} end,
                     flapping = case when ${to.flapping === undefined} then flapping else ${to.flapping ? tx.json(to.flapping) : null}::jsonb end,
                     policy_id = case when ${to.policyId === undefined} then policy_id else ${to.policyId ?? null} end
    where org_id = ${orgId} and id = ${id}`
}

export const deleteAlert = async (tx: Queries, orgId: number, id: number): Promise<void> => {
  await tx`delete from alert where org_id = ${orgId} and id = ${id}`
}

/** Null: it is judged. */
export const setDisabledOn = async (tx: Queries, orgId: number, id: number, on: Date | null): Promise<void> => {
  await tx`
    update alert set is_enabled = ${on === null}, disabled_on = case when ${on === null} then null else coalesce(disabled_on, ${on}) end
    where org_id = ${orgId} and id = ${id}`
}

/** In their order. */
export const insertConditions = async (
  tx: Queries,
  orgId: number,
  alertId: number,
  conditions: readonly NewCondition[],
): Promise<void> => {
  if (conditions.length === 0) return
  await tx`
    insert into alert_condition (org_id, alert_id, param_id, kind, value, hold_sec, deadband)
    select ${orgId}, ${alertId}, "paramId", kind, value, "holdSec", deadband
    from jsonb_to_recordset(${tx.json(conditions.map((one, place) => ({ ...one, place })))}) as given (
      place integer, "paramId" bigint, kind text, value double precision, "holdSec" integer, deadband double precision)
    order by place`
}

/** In their order. */
export const insertActions = async (
  tx: Queries,
  orgId: number,
  alertId: number,
  actions: readonly NewAction[],
): Promise<void> => {
  if (actions.length === 0) return
  await tx`
    insert into alert_action (org_id, alert_id, stage, timeout_minutes, type, recepient, param_id, value)
    select ${orgId}, ${alertId}, stage, "timeoutMinutes", type, recepient, "paramId", value
    from jsonb_to_recordset(${tx.json(actions.map((one, place) => ({ ...one, place })))}) as given (
      place integer, stage text, "timeoutMinutes" integer, type text, recepient text, "paramId" bigint,
      value text)
    order by place`
}

export const deleteConditions = async (tx: Queries, orgId: number, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await tx`delete from alert_condition where org_id = ${orgId} and id = any(${ids}::bigint[])`
}

export const deleteActions = async (tx: Queries, orgId: number, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await tx`delete from alert_action where org_id = ${orgId} and id = any(${ids}::bigint[])`
}

export const alertQuietTimes = async (sql: Queries, orgId: number, id: number): Promise<QuietTimes | undefined> => {
  const [row] = await sql<QuietTimes[]>`
    select active_hours as "activeHours", windows from alert where org_id = ${orgId} and id = ${id}`
  return row
}

export const setAlertQuietTimes = async (tx: Queries, orgId: number, id: number, to: QuietTimes): Promise<void> => {
  await tx`
    update alert set active_hours = ${to.activeHours && tx.json(to.activeHours)}, windows = ${tx.json(to.windows)}
    where org_id = ${orgId} and id = ${id}`
}

/** Returns the quiet times of a network; by default all hours are active. */
export const netQuietTimes = async (sql: Queries, orgId: number, netId: number): Promise<QuietTimes> => {
  const [row] = await sql<QuietTimes[]>`
    select active_hours as "activeHours", windows from net_quiet_times where org_id = ${orgId} and net_id = ${netId}`
  return row ?? { activeHours: null, windows: [] }
}

export const setNetQuietTimes = async (tx: Queries, orgId: number, netId: number, to: QuietTimes): Promise<void> => {
  await tx`
    insert into net_quiet_times (org_id, net_id, active_hours, windows)
    values (${orgId}, ${netId}, ${to.activeHours && tx.json(to.activeHours)}, ${tx.json(to.windows)})
    on conflict (org_id, net_id) do update set active_hours = excluded.active_hours, windows = excluded.windows`
}

export interface NetOutage {
  afterMinutes: number
  /** Null: no messages are sent. */
  policyId: number | null
}

export const netOutage = async (sql: Queries, orgId: number, netId: number): Promise<NetOutage> => {
  const [row] = await sql<NetOutage[]>`
    select after_minutes as "afterMinutes", policy_id as "policyId" from net_outage where org_id = ${orgId} and net_id = ${netId}`
  return row ?? { afterMinutes: 1, policyId: null }
}

export const setNetOutage = async (tx: Queries, orgId: number, netId: number, to: NetOutage): Promise<void> => {
  await tx`
    insert into net_outage (org_id, net_id, after_minutes, policy_id) values (${orgId}, ${netId}, ${to.afterMinutes}, ${to.policyId})
    on conflict (org_id, net_id) do update set after_minutes = excluded.after_minutes, policy_id = excluded.policy_id`
}

/** Short settings of all networks of an organization. */
export const netSettings = (sql: Queries, orgId: number) => sql<
  (NetOutage & { netId: number; name: string; isLimited: boolean; windowCount: number })[]
>`
  select n.id as "netId", n.name, q.active_hours is not null as "isLimited",
         coalesce(jsonb_array_length(q.windows), 0) as "windowCount", coalesce(u.after_minutes, 1) as "afterMinutes",
         u.policy_id as "policyId"
  from net n
  left join net_quiet_times q on q.org_id = n.org_id and q.net_id = n.id
  left join net_outage u on u.org_id = n.org_id and u.net_id = n.id
  where n.org_id = ${orgId} order by n.name, n.id`

/** Selects a new key, which signs all later webhooks. */
export const nextWebhookKey = async (tx: Queries, orgId: number): Promise<void> => {
  await tx`update org set webhook_key_no = webhook_key_no + 1 where id = ${orgId}`
}

/** Settings for all alerts of an organization. */
export interface OrgSettings {
  isOutageHeldBack: boolean
  isSmsDisabled: boolean
  /** As text: it is money. */
  smsLimit: string | null
  /** True if the installation has disabled SMS. */
  isSmsOff: boolean
}

export const orgSettings = async (sql: Queries, orgId: number): Promise<OrgSettings | undefined> => {
  const [row] = await sql<OrgSettings[]>`
    select is_outage_held_back as "isOutageHeldBack", is_sms_disabled as "isSmsDisabled", sms_limit as "smsLimit",
           is_sms_off as "isSmsOff"
    from org where id = ${orgId}`
  return row
}

export const setSms = async (
  tx: Queries,
  orgId: number,
  isDisabled: boolean,
  limit: number | undefined,
): Promise<void> => {
  await tx`
    update org set is_sms_disabled = ${isDisabled}, sms_limit = coalesce(${limit ?? null}::double precision::numeric, sms_limit)
    where id = ${orgId}`
}

export const setOutageHeldBack = async (tx: Queries, orgId: number, isHeldBack: boolean): Promise<void> => {
  await tx`update org set is_outage_held_back = ${isHeldBack} where id = ${orgId}`
}
