/** Which file imports which, by path. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Files that import each other, directly or over others: one list for each knot (Tarjan), sorted. */
export const circlesIn = (graph: ImportGraph): string[][] => {
  const order = new Map<string, number>()
  const stack: string[] = []
  const open = new Set<string>()
  const circles: string[][] = []

  const visit = (file: string): number => {
    let low = order.size
    order.set(file, low)
    stack.push(file)
    open.add(file)
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (open.has(target)) low = Math.min(low, order.get(target) ?? low)
    }
    if (low === order.get(file)) close(file)
    return low
  }

  const close = (first: string): void => {
    const members = stack.splice(stack.indexOf(first))
    for (const member of members) open.delete(member)
    if (members.length > 1 || graph.get(first)?.includes(first)) circles.push(members.toSorted())
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return circles.toSorted(([a = ''], [b = '']) => a.localeCompare(b))
}
