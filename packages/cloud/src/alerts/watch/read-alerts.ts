import type { Queries } from '../../db/sql.ts'
import type { QuietTimes } from '../alert.ts'
import { actionRows, alertRows, conditionRows, netRows } from '../store/alerts.sql.ts'
import { dependencyRows } from '../store/dependencies.sql.ts'
import { coverRows } from '../store/maintenance.sql.ts'
import { netAlert, watchedAlert } from './assemble.rules.ts'
import type { WatchedAlert } from './watched-alert.ts'

/** These alerts, and the service's own about these networks. */
export const readAlerts = async (
  sql: Queries,
  ids: readonly number[],
  netIds: readonly number[],
): Promise<Map<number, WatchedAlert>> => {
  // One after another: a change between them is told of, and read again.
  const rows = await alertRows(sql, ids)
  const conditions = new Map((await conditionRows(sql, ids)).map((row) => [row.alertId, row.conditions]))
  const actions = new Map((await actionRows(sql, ids)).map((row) => [row.alertId, row.actions]))
  const all = [...conditions.values()].flat()
  const alertNets = new Set(all.map(([, , , , , , , netId]) => netId))
  const deviceIds = [...new Set(all.map(([, , , , , , deviceId]) => deviceId))]
  const covers = ids.length === 0 ? [] : await coverRows(sql, { alertIds: ids, deviceIds, netIds: [...alertNets] })
  const asked = new Set(netIds)
  const nets = await netRows(sql, [...alertNets.union(asked)])
  const quiet = new Map<number, QuietTimes>()
  for (const { id, activeHours, windows } of nets) if (windows !== null) quiet.set(id, { activeHours, windows })

  const dependencies = Map.groupBy(ids.length === 0 ? [] : await dependencyRows(sql, ids), ({ alertId }) => alertId)

  const alerts = new Map<number, WatchedAlert>()
  for (const row of rows) {
    const parts = {
      row,
      conditions: conditions.get(row.id) ?? [],
      actions: actions.get(row.id) ?? [],
      quiet,
      covers,
      dependsOn: dependencies.get(row.id) ?? [],
    }
    alerts.set(row.id, watchedAlert(parts))
  }
  for (const net of nets) if (asked.has(net.id)) alerts.set(-net.id, netAlert(net))
  return alerts
}
