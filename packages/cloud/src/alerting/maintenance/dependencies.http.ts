import type { Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { AlertingNeeds } from '../needs.ts'
import type { alertDependencies, Dependencies } from './dependencies.contract.ts'
import { dependenciesOf, dependencyEdges, setDependencies } from './dependencies.sql.ts'
import { countOwn } from './maintenance.sql.ts'

/** Returns true if the alert would depend on itself, through any number of others, with these dependencies. */
export function isCircle(
  edges: readonly { alertId: number; onAlertId: number }[],
  alertId: number,
  parents: readonly number[],
): boolean {
  const parentsOf = Map.groupBy(edges, (edge) => edge.alertId)
  const visited = new Set<number>()
  const waiting = [...parents]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === alertId) return true
    if (visited.has(next)) continue
    visited.add(next)
    for (const { onAlertId } of parentsOf.get(next) ?? []) waiting.push(onAlertId)
  }
  return false
}

export const alertDependenciesHandlers: Handlers<typeof alertDependencies, AlertingNeeds> = {
  get: async ({ db: { sql }, orgId }, { alertId }) => {
    const found = await dependenciesOf(sql, orgId, alertId)
    if (found === undefined) throw new Refusal('ObjectNotFound')
    return found
  },

  change: (call, { alertId, alertIds = [], netIds = [], isCriticalHeld = false }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const before = await dependenciesOf(tx, orgId, alertId)
      if (before === undefined) throw new Refusal('ObjectNotFound')
      const after = { alertIds: unique(alertIds), netIds: unique(netIds), isCriticalHeld }
      await changeDependencies(tx, orgId, alertId, after)
      const entry = { action: 'alert.dependencies', objectKind: 'alert', objectId: alertId } as const
      await record(tx, orgId, call, { ...entry, ...difference(before, after) })
      return {}
    }),
}

const unique = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((one, other) => one - other)

/**
 * Replaces the dependencies. Objects of another organization count as missing, and circles are refused. The
 * organization is locked already.
 */
export const changeDependencies = async (tx: Tx, orgId: number, alertId: number, to: Dependencies): Promise<void> => {
  const ownCounts = await countOwn(tx, orgId, { ...to, deviceIds: [] })
  for (const key of ['alertIds', 'netIds'] as const) {
    if (ownCounts[key] !== to[key].length) throw new Refusal('ObjectNotFound', `body.${key}: not all of them exist`)
  }
  const edges = (await dependencyEdges(tx, orgId)).filter((edge) => edge.alertId !== alertId)
  if (isCircle(edges, alertId, to.alertIds))
    throw new Refusal('IncorrectRequest', 'body.alertIds: the alert would wait for itself')
  await setDependencies(tx, orgId, alertId, to)
}
