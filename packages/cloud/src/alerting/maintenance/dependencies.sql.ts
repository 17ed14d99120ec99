import type { Queries } from '@busbar/database'
import type { Dependencies } from './dependencies.contract.ts'

export const dependenciesOf = async (
  sql: Queries,
  orgId: number,
  alertId: number,
): Promise<Dependencies | undefined> => {
  const [row] = await sql<Dependencies[]>`
    select a.is_critical_held as "isCriticalHeld",
           coalesce((select json_agg(on_alert_id order by on_alert_id) from alert_dependency d
             where d.org_id = a.org_id and d.alert_id = a.id and on_alert_id is not null), '[]') as "alertIds",
           coalesce((select json_agg(on_net_id order by on_net_id) from alert_dependency d
             where d.org_id = a.org_id and d.alert_id = a.id and on_net_id is not null), '[]') as "netIds"
    from alert a where a.org_id = ${orgId} and a.id = ${alertId}`
  return row
}

/** Between all alerts of an organization. */
export const dependencyEdges = (sql: Queries, orgId: number) => sql<{ alertId: number; onAlertId: number }[]>`
  select alert_id as "alertId", on_alert_id as "onAlertId" from alert_dependency
  where org_id = ${orgId} and on_alert_id is not null`

/** Replaces the dependencies of an alert. */
export const setDependencies = async (
  tx: Queries,
  orgId: number,
  alertId: number,
  { alertIds, netIds, isCriticalHeld }: Dependencies,
): Promise<void> => {
  await tx`delete from alert_dependency where org_id = ${orgId} and alert_id = ${alertId}`
  await tx`
    insert into alert_dependency (org_id, alert_id, on_alert_id, on_net_id)
    select ${orgId}::bigint, ${alertId}::bigint, a, null::bigint from unnest(${alertIds}::bigint[]) a
    union select ${orgId}, ${alertId}, null, n from unnest(${netIds}::bigint[]) n`
  await tx`update alert set is_critical_held = ${isCriticalHeld} where org_id = ${orgId} and id = ${alertId}`
}
