import type { Alert, AlertState, Condition, Mute, OccurrenceState } from '@busbar/alerts/model'
import type { Queries } from '@busbar/database'
import type { AlertRow } from './alerts.sql.ts'
import { type UndeliveredRow, undeliveredCount, undeliveredList } from './history/deliveries.sql.ts'

/** How an alert stands; its values are as of the last time that they changed anything. */
export interface StatusRow {
  id: number
  state: AlertState | null
  lastRecordId: number | null
  conditionLogic: Alert['conditionLogic']
  maxAgeSec: number | null
  mute: Mute | null
  isEnabled: boolean
  conditions: StatusCondition[]
  undelivered: UndeliveredRow[]
}

interface StatusCondition extends Pick<Condition, 'id' | 'paramId' | 'kind'> {
  deviceId: number
  periodSec: number
  /** True if its device or network is disabled. */
  isOff: boolean
}

export const statusOf = async (sql: Queries, orgId: number, alertId: number): Promise<StatusRow | undefined> => {
  const [row] = await sql<StatusRow[]>`
    select a.id, s.state, r.id as "lastRecordId",
           a.condition_logic as "conditionLogic", a.max_age_sec as "maxAgeSec", a.mute, a.is_enabled as "isEnabled",
           ${undeliveredList(sql)} as undelivered,
           coalesce((select json_agg(json_build_object('id', c.id, 'paramId', c.param_id, 'kind', c.kind, 'deviceId', d.id,
                       'periodSec', d.update_period_sec, 'isOff', d.disabled_on is not null or n.disabled_on is not null) order by c.id)
                     from alert_condition c
                     join param p on p.org_id = c.org_id and p.id = c.param_id
                     join device d on d.org_id = p.org_id and d.id = p.device_id
                     join net n on n.org_id = d.org_id and n.id = d.net_id
                     where c.org_id = a.org_id and c.alert_id = a.id), '[]') as conditions
    from alert a
    left join alert_state s on s.org_id = a.org_id and s.alert_id = a.id
    left join lateral (select id from alert_record
                       where org_id = a.org_id and alert_id = a.id order by episode desc limit 1) r on true
    where a.org_id = ${orgId} and a.id = ${alertId}`
  return row
}

export interface ListedState extends Pick<AlertRow, 'id' | 'name' | 'slug' | 'logAs' | 'isEnabled'> {
  episode: OccurrenceState | null
  mute: Mute | null
  lastRecordId: number | null
  disabledOn: Date | null
  netIds: number[]
  alertTemplateId: number | null
  /** Messages about that that were given up. */
  undelivered: number
}

/** States of all alerts of an organization. */
export const statesOf = (sql: Queries, orgId: number) => sql<ListedState[]>`
  select a.id, a.name, a.slug, a.log_as as "logAs", a.is_enabled as "isEnabled", s.state -> 'episode' as episode,
         a.mute, r.id as "lastRecordId", a.disabled_on as "disabledOn", a.alert_template_id as "alertTemplateId",
         coalesce(looked.nets, '[]') as "netIds", ${undeliveredCount(sql)} as undelivered
  from alert a
  left join alert_state s on s.org_id = a.org_id and s.alert_id = a.id
  left join lateral (select id from alert_record
                     where org_id = a.org_id and alert_id = a.id order by episode desc limit 1) r on true
  left join (
    select c.alert_id, json_agg(distinct d.net_id order by d.net_id) as nets
    from alert_condition c
    join param p on p.org_id = c.org_id and p.id = c.param_id
    join device d on d.org_id = p.org_id and d.id = p.device_id
    where c.org_id = ${orgId} group by c.alert_id) looked on looked.alert_id = a.id
  where a.org_id = ${orgId} order by a.id`
