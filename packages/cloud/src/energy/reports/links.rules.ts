import type { BranchLink } from './reports.sql.ts'

/**
 * A path along links that comes back to where it began: main branches, the first also as the last; null where there is none. A main branch
 * leads to whatever a branch below it links to. Only paths through one of `starts` are looked for: the others were checked before.
 */
export const findCycle = (starts: readonly string[], links: readonly BranchLink[]): string[] | null => {
  const next = Map.groupBy(links, ({ mainId }) => mainId)
  const isDone = new Set<string>()
  for (const start of starts) {
    // Each entry is a branch on the path, with the links from it that are still to be tried.
    const path: { id: string; rest: BranchLink[] }[] = []
    const onPath = new Set<string>()
    const enter = (id: string): void => {
      path.push({ id, rest: [...(next.get(id) ?? [])] })
      onPath.add(id)
    }
    if (!isDone.has(start)) enter(start)
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const link = last.rest.shift()
      if (link === undefined) {
        isDone.add(last.id)
        onPath.delete(last.id)
        path.pop()
      } else if (onPath.has(link.linkId)) {
        const ids = path.map(({ id }) => id)
        return [...ids.slice(ids.indexOf(link.linkId)), link.linkId]
      } else if (!isDone.has(link.linkId)) enter(link.linkId)
    }
  }
  return null
}
