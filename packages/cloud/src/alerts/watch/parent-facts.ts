import type { Queries } from '../../db/sql.ts'
import { activeAlerts } from '../store/dependencies.sql.ts'
import type { Handed, Standing } from './standings.ts'

/** Hands each alert that depends on others how these stand, as it is stored: so it is known after a crash, and on every node. */
export const handParents = async (
  sql: Queries,
  handed: Handed,
  standings: Iterable<Standing>,
  on: number,
): Promise<void> => {
  const wanted = [...standings].filter(({ alert }) => alert.dependsOn.some(({ id }) => id > 0))
  if (wanted.length === 0) return
  const parents = new Map<number, { orgId: number; id: number }>()
  for (const { alert } of wanted) {
    for (const { id } of alert.dependsOn) if (id > 0) parents.set(id, { orgId: alert.orgId, id })
  }
  const active = await activeAlerts(sql, [...parents.values()])
  for (const standing of wanted) {
    const facts = standing.alert.dependsOn.flatMap(({ id: alertId }) =>
      alertId > 0 ? [{ kind: 'parent' as const, alertId, on, isActive: active.has(alertId) }] : [],
    )
    handed.set(standing, [...(handed.get(standing) ?? []), ...facts])
  }
}
