import type { NotedRequest } from './noting-field.ts'

export interface FieldFigures {
  reads: number
  /** Reads of one device that follow another by less than half its period, over another connection. */
  doubleReads: number
  /** A connection that was used again after another had been. */
  twoMasters: number
  /** The longest time that a site was asked nothing. */
  worstGapMs: number
}

/** Summarizes the requests that devices received between two moments. */
export const fieldFigures = (
  noted: readonly NotedRequest[],
  { fromMs, tillMs, periodMs }: { fromMs: number; tillMs: number; periodMs: number },
): FieldFigures => {
  const all = noted.filter(({ onMs }) => onMs >= fromMs && onMs <= tillMs)
  const reads = all.filter(({ isWrite }) => !isWrite)
  const bySite = Map.groupBy(all, ({ site }) => site)
  return {
    reads: reads.length,
    doubleReads: doubled(reads, periodMs),
    twoMasters: [...bySite.values()].reduce((sum, ofSite) => sum + returns(ofSite), 0),
    worstGapMs: Math.max(0, ...Array.from(bySite.values(), (ofSite) => longestPause(ofSite, fromMs, tillMs))),
  }
}

/** A device is read in several requests, each by its first register. */
const doubled = (reads: readonly NotedRequest[], periodMs: number): number => {
  const last = new Map<string, NotedRequest>()
  let count = 0
  for (const read of reads) {
    const key = `${read.site} ${read.unit} ${read.address}`
    const before = last.get(key)
    if (before && before.connection !== read.connection && read.onMs - before.onMs < periodMs / 2) count += 1
    last.set(key, read)
  }
  return count
}

const returns = (ofSite: readonly NotedRequest[]): number => {
  const left = new Set<number>()
  let [current] = ofSite
  let count = 0
  for (const one of ofSite) {
    if (current && one.connection !== current.connection) left.add(current.connection)
    if (left.has(one.connection)) count += 1
    current = one
  }
  return count
}

const longestPause = (ofSite: readonly NotedRequest[], fromMs: number, tillMs: number): number => {
  const times = [fromMs, ...ofSite.map(({ onMs }) => onMs), tillMs]
  return times.reduce((worst, time, at) => Math.max(worst, time - (times[at - 1] ?? time)), 0)
}
