/** Whether an alert would wait for itself, over any number of others, if it depended on these. */
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
