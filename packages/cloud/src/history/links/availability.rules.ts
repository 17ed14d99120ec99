import { at } from '@busbar/kit'
import type { Gap } from '@busbar/series/gaps'

export interface TimeSteps {
  /** In milliseconds since 1970, as `till`. */
  from: number
  till: number
  count: number
}

/** Polls of one parameter for each step: successful ones, and failed ones by reason. */
export interface Tally {
  read: number[]
  failed: Map<string, number>[]
}

/**
 * Counts reads step by step. A run of failures that lies in several steps is spread over them by time: when each failure was is no longer
 * known.
 */
export const tallyOf = (read: ArrayLike<number>, gaps: readonly Gap[], { from, till, count }: TimeSteps): Tally => {
  const stepMs = Math.max(1, (till - from) / count)
  const failed = Array.from({ length: count }, () => new Map<string, number>())
  for (const gap of gaps) {
    const first = Math.floor((gap.from - from) / stepMs)
    const last = Math.floor((gap.till - from) / stepMs)
    for (let step = Math.max(0, first); step <= Math.min(last, count - 1); step += 1) {
      const begins = Math.max(gap.from, from + step * stepMs)
      const ends = Math.min(gap.till, from + (step + 1) * stepMs)
      const part = gap.till === gap.from ? 1 : (ends - begins) / (gap.till - gap.from)
      const reasons = failed[step]
      if (reasons !== undefined && part > 0) reasons.set(gap.reason, (reasons.get(gap.reason) ?? 0) + gap.polls * part)
    }
  }
  return { read: Array.from({ length: count }, (_, step) => at(read, step)), failed }
}

/** Several devices as one. */
export const tallySum = (tallies: readonly Tally[], count: number): Tally => ({
  read: Array.from({ length: count }, (_, step) => tallies.reduce((sum, { read }) => sum + at(read, step), 0)),
  failed: Array.from({ length: count }, (_, step) => {
    const sum = new Map<string, number>()
    for (const { failed } of tallies) {
      for (const [reason, polls] of at(failed, step)) sum.set(reason, (sum.get(reason) ?? 0) + polls)
    }
    return sum
  }),
})

const shareOf = (read: number, failed: number): number | null => (read + failed === 0 ? null : read / (read + failed))
const failuresIn = (reasons: ReadonlyMap<string, number>): number => reasons.values().reduce((sum, n) => sum + n, 0)

/** Share of the whole span. */
export const shareOfTally = ({ read, failed }: Tally): number | null =>
  shareOf(
    read.reduce((sum, n) => sum + n, 0),
    failed.reduce((sum, reasons) => sum + failuresIn(reasons), 0),
  )

/** Share of each step. */
export const sharesOf = ({ read, failed }: Tally): (number | null)[] =>
  read.map((count, step) => shareOf(count, failuresIn(at(failed, step))))

/** As answers have it; a part of a run counts as one failure at least. */
export const shownTally = (tally: Tally, { from, till, count }: TimeSteps) => ({
  share: shareOfTally(tally),
  steps: tally.read.map((read, step) => {
    const reasons = at(tally.failed, step)
    return {
      from: new Date(from + (step * (till - from)) / count).toISOString(),
      share: shareOf(read, failuresIn(reasons)),
      reasons: Object.fromEntries([...reasons].map(([reason, polls]) => [reason, Math.max(1, Math.round(polls))])),
    }
  }),
})
