import type { Queries } from '../../db/sql.ts'
import type { Dependency } from '../holds.ts'
import type { AlertKey } from './states.sql.ts'

/** What these alerts depend on; networks have their id with a minus. */
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
