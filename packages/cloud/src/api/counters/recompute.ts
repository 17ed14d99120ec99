import type { Tx } from '../../db/sql.ts'
import { markDays } from '../../energy/stored/stored.sql.ts'
import type { History } from '../../readings/history/history.ts'
import { storedSeries } from './counters.sql.ts'

const dayMs = 86_400_000

export interface RecomputeProgress {
  days: number
  daysLeft: number
}

/**
 * Marks what trees have kept of a counter to be worked out again, as far as all readings of a day are there. Readings are deleted from the
 * oldest on, by whole days: a day is complete when an older reading is there, or when there never was one.
 */
export const markRecompute = async (
  tx: Tx,
  history: Pick<History, 'range'>,
  orgId: number,
  paramId: number,
  span: { from: number; till: number },
  now: number,
): Promise<RecomputeProgress> => {
  const range = await history.range(orgId, [paramId])
  const [first, last] = [
    Math.floor(span.from / dayMs),
    Math.min(Math.floor(span.till / dayMs), Math.floor(now / dayMs)),
  ]
  const requestedDays = Math.max(last - first + 1, 0)
  if (range === null || requestedDays === 0) return { days: 0, daysLeft: requestedDays }
  const oldest = Math.floor(range.min / dayMs)
  let days = 0
  for (const { id, firstDay } of await storedSeries(tx, orgId, paramId)) {
    const from = Math.max(first, firstDay !== null && firstDay < oldest ? oldest + 1 : oldest)
    if (from > last) continue
    await markDays(tx, orgId, id, from, last)
    days = Math.max(days, last - from + 1)
  }
  return { days, daysLeft: requestedDays - days }
}
