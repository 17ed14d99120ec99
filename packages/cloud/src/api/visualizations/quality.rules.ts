import { isoTime } from '../readings/format/iso-time.ts'
import type { KnownParam } from './values.sql.ts'

/** From best to worst. */
const order = ['good', 'stale', 'failed', 'none'] as const
type Quality = (typeof order)[number]

export interface ReadingQuality {
  quality: Quality
  /** In milliseconds since 1970. */
  readOn?: number
  reason?: string
}

/** A value is old when so many times it could have been read were missed, and a little more. */
const missedMax = 3
const graceMs = 10_000

/** A failure counts only if no good reading came after it. A device that says it has no value has not failed. */
export const qualityOf = (
  param: KnownParam | undefined,
  staleAfterSec: number | undefined,
  now: number,
): ReadingQuality => {
  if (param === undefined) return { quality: 'none' }
  const { last, error, updatePeriodSec } = param
  const readOn = last === null ? {} : { readOn: last.readOn }
  if (error !== null && (last === null || error.on > last.readOn)) {
    return { quality: error.reason === 'NoValue' ? 'none' : 'failed', reason: error.reason, ...readOn }
  }
  if (last === null) return { quality: 'none' }
  const oldMs = staleAfterSec === undefined ? missedMax * updatePeriodSec * 1000 + graceMs : staleAfterSec * 1000
  return { quality: now - last.readOn > oldMs ? 'stale' : 'good', ...readOn }
}

/** Of several, the worst, and of what is read the oldest. What needs no reading is good. */
export const worstOf = (all: readonly ReadingQuality[]): { quality: Quality; readOn?: string; reason?: string } => {
  const worst = all.toSorted((a, b) => order.indexOf(b.quality) - order.indexOf(a.quality))[0]
  const times = all.flatMap(({ readOn }) => readOn ?? [])
  return {
    quality: worst?.quality ?? 'good',
    ...(times.length > 0 && { readOn: isoTime(Math.min(...times)) }),
    ...(worst?.reason !== undefined && { reason: worst.reason }),
  }
}
