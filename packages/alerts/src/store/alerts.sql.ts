import type { Queries } from '@busbar/database'
import type { ActiveHours, Alert, Condition, FollowUp, MaintenanceWindow, Stage } from '../alert.ts'
import type { Dependency, PlannedWindow } from '../holds.ts'
import type { AlertKey } from './states.sql.ts'

export interface AlertRow extends Omit<Alert, 'conditions' | 'actions' | 'followUps'> {
  isOutageHeldBack: boolean
  isEscalated: boolean
  /** True if messages wait for dependencies even if the alert is critical. */
  isCriticalHeld: boolean
  /** True if members receive push messages about it. */
  isPushed: boolean
}

export type ConditionRow = readonly [
  id: number,
  paramId: number,
  kind: Condition['kind'],
  value: number,
  holdSec: number,
  deadband: number,
  deviceId: number,
  netId: number,
  periodSec: number,
  /** True if its device or network is disabled. */
  isOff: boolean,
]

export type ActionRow = readonly [
  id: number,
  stage: Stage,
  timeoutMinutes: number,
  type: FollowUp['type'],
  recepient: string | null,
  paramId: number | null,
  value: string | null,
]

/** A network, with the quiet times that it has. */
export interface NetRow {
  orgId: number
  id: number
  name: string
  isEnabled: boolean
  activeHours: ActiveHours | null
  /** Null: it has no quiet times at all. */
  windows: MaintenanceWindow[] | null
  /** For how long it must be away before that is an outage. */
  afterMinutes: number
  /** True if the network has a policy for its outages. */
  isEscalated: boolean
}

/** IDs of changed objects that alerts depend on. */
export interface ChangedIds {
  alerts: readonly number[]
  devices: readonly number[]
  nets: readonly number[]
  orgs: readonly number[]
}

/** All that there are. */
export const allIds = async (sql: Queries): Promise<{ alerts: number[]; nets: number[] }> => {
  const [alerts, nets] = [
    await sql`select id from alert order by id`.raw(),
    await sql`select id from net order by id`.raw(),
  ]
  return { alerts: alerts.map(([id]) => Number(id)), nets: nets.map(([id]) => Number(id)) }
}

export const alertRows = (sql: Queries, ids: readonly number[]) => sql<AlertRow[]>`
  select a.org_id as "orgId", a.id, a.name, a.condition_logic as "conditionLogic", a.log_as as "logAs",
         a.is_enabled as "isEnabled", a.hold_off_sec as "holdOffSec", a.max_age_sec as "maxAgeSec", a.active_hours as "activeHours", a.windows,
         a.mute, a.flapping, a.is_critical_held as "isCriticalHeld", o.is_outage_held_back as "isOutageHeldBack",
         a.policy_id is not null as "isEscalated", exists (
           select from push_subscription s where s.org_id = a.org_id and array_position(push_levels, s.level) <= array_position(push_levels, a.log_as)
         ) as "isPushed"
  from alert a join org o on o.id = a.org_id
  cross join (select array['info', 'warning', 'failure', 'critical'] as push_levels) levels
  where a.id = any(${ids})`

/** Returns one JSON text per alert: separate rows for each condition take several times as long. */
export const conditionRows = (sql: Queries, ids: readonly number[]) => sql<
  { alertId: number; conditions: ConditionRow[] }[]
>`
  select c.alert_id as "alertId", json_agg(json_build_array(c.id, c.param_id, c.kind, c.value, c.hold_sec, c.deadband,
           d.id, d.net_id, d.update_period_sec, d.disabled_on is not null or n.disabled_on is not null) order by c.id)
           as conditions
  from alert a
  join alert_condition c on c.org_id = a.org_id and c.alert_id = a.id
  join param p on p.org_id = c.org_id and p.id = c.param_id
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join net n on n.org_id = d.org_id and n.id = d.net_id
  where a.id = any(${ids})
  group by c.alert_id`

export const actionRows = (sql: Queries, ids: readonly number[]) => sql<{ alertId: number; actions: ActionRow[] }[]>`
  select c.alert_id as "alertId",
         json_agg(json_build_array(c.id, c.stage, c.timeout_minutes, c.type, c.recepient, c.param_id, c.value) order by c.id) as actions
  from alert a join alert_action c on c.org_id = a.org_id and c.alert_id = a.id
  where a.id = any(${ids})
  group by c.alert_id`

export const netRows = (sql: Queries, ids: readonly number[]) => sql<NetRow[]>`
  select n.org_id as "orgId", n.id, n.name, n.disabled_on is null as "isEnabled", q.active_hours as "activeHours", q.windows,
         coalesce(u.after_minutes, 1) as "afterMinutes", u.policy_id is not null as "isEscalated"
  from net n
  left join net_quiet_times q on q.org_id = n.org_id and q.net_id = n.id
  left join net_outage u on u.org_id = n.org_id and u.net_id = n.id
  where n.id = any(${ids})`

/** All alerts that these changes concern, and those that are gone. */
export const affectedIds = async (sql: Queries, { alerts, devices, nets, orgs }: ChangedIds): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select id from alert where org_id = any(${[...orgs]}::bigint[])
    union select c.alert_id
    from (
      select org_id, id from device where id = any(${[...devices]}::bigint[])
      union select d.org_id, d.id from net n join device d on d.org_id = n.org_id and d.net_id = n.id
      where n.id = any(${[...nets]}::bigint[])
    ) d
    join param p on p.org_id = d.org_id and p.device_id = d.id
    join alert_condition c on c.org_id = p.org_id and c.param_id = p.id
    union select alert_id from alert_dependency
    where on_alert_id = any(${[...alerts]}::bigint[]) or on_net_id = any(${[...nets]}::bigint[])`
  return [...new Set(rows.map(({ id }) => id)).union(new Set(alerts))]
}

/** A window with one thing that it covers. */
export interface CoverRow extends PlannedWindow {
  netId: number | null
  deviceId: number | null
  alertId: number | null
}

/** Which windows cover these, in their order. */
export const coverRows = (
  sql: Queries,
  { alertIds, deviceIds, netIds }: Record<'alertIds' | 'deviceIds' | 'netIds', readonly number[]>,
) => sql<CoverRow[]>`
  select w.id, w.name, w.reason, o.time_zone as "timeZone", w.rule,
         c.net_id as "netId", c.device_id as "deviceId", c.alert_id as "alertId"
  from maintenance_window_object c
  join maintenance_window w on w.org_id = c.org_id and w.id = c.window_id
  join org o on o.id = w.org_id
  where c.alert_id = any(${[...alertIds]}::bigint[]) or c.device_id = any(${[...deviceIds]}::bigint[])
     or c.net_id = any(${[...netIds]}::bigint[])
  order by w.id`

/** Dependencies of these alerts; networks have negative IDs. */
export const dependencyRows = (sql: Queries, alertIds: readonly number[]) => sql<(Dependency & { alertId: number })[]>`
  select d.alert_id as "alertId", coalesce(a.id, -n.id) as id, coalesce(a.name, n.name) as name
  from alert_dependency d
  left join alert a on a.org_id = d.org_id and a.id = d.on_alert_id
  left join net n on n.org_id = d.org_id and n.id = d.on_net_id
  where d.alert_id = any(${[...alertIds]}::bigint[])
  order by d.alert_id, 2`

/** Which of these alerts are active, as it is stored. */
export const activeAlerts = async (sql: Queries, alerts: readonly AlertKey[]): Promise<Set<number>> => {
  const rows = await sql<{ id: number }[]>`
    select s.alert_id as id
    from jsonb_to_recordset(${JSON.stringify(alerts)}::text::jsonb) as asked ("orgId" bigint, id bigint)
    join alert_state s on s.org_id = asked."orgId" and s.alert_id = asked.id
    where jsonb_typeof(s.state -> 'episode' -> 'closedOn') = 'null'`
  return new Set(rows.map(({ id }) => id))
}
