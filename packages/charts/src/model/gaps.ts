import { at } from '@busbar/kit/at'
import { type BandPoints, type GapLimits, gapLimits, usualMs } from './alignment.ts'

/** Reason for a missing value, in the terms of a chart reader. */
export type GapKind =
  | 'no-answer'
  | 'no-connection'
  | 'refused'
  | 'no-value'
  | 'not-recorded'
  | 'paused'
  | 'nothing-known'

/** As the service tells it: the first and the last read that failed, and how many did. */
export interface RecordedGap {
  from: string
  till: string
  polls: number
  reason: string
}

export interface Gap {
  /** Drawn range: from point to point. */
  from: number
  till: number
  /** Reported range: points of long steps are farther apart than the failed reads. */
  begins: number
  ends: number
  kind: GapKind
  /** The first one, in the words of the service; null where none is known. */
  reason: string | null
}

const kinds: Readonly<Record<string, GapKind>> = {
  Paused: 'paused',
  NoConnection: 'no-connection',
  Timeout: 'no-answer',
  Crc: 'no-answer',
  Malformed: 'no-answer',
  Overloaded: 'no-answer',
  GatewayPathUnavailable: 'no-answer',
  GatewayTargetDeviceFailedToRespond: 'no-answer',
  NoValue: 'no-value',
  NotANumber: 'no-value',
  Infinite: 'no-value',
  NotBcd: 'no-value',
  TooShort: 'no-value',
  InputOld: 'no-value',
  InputGone: 'no-value',
  DivisionByZero: 'no-value',
  OutOfRange: 'no-value',
  OutageBufferFull: 'not-recorded',
  ServiceStopped: 'not-recorded',
  RefusedByDatabase: 'not-recorded',
}

export const gapKindOf = (reason: string): GapKind => kinds[reason] ?? 'refused'

/**
 * The gaps of a line: those that have a record, from the last point before to the first after, and where points are missing without one.
 * `till` is where what should have been read ends: the end of the view, or now.
 */
export const gapsOfLine = (
  line: Pick<BandPoints, 'times' | 'values'>,
  recorded: readonly RecordedGap[],
  stepMs: number,
  till: number,
): Gap[] => {
  const times: number[] = []
  for (const [i, time] of line.times.entries()) if (line.values[i] !== null) times.push(time)
  const limits = gapLimits(times, stepMs)
  const isRaw = usualMs(times) > stepMs
  const gaps = recorded
    .map(({ from, till: end, polls, reason }): Gap => {
      const [began, ended] = [Date.parse(from), Date.parse(end)]
      const drawn = widened(times, { from: began, till: ended }, limits.leastMs)
      // The last one that failed stands for as long as the others.
      const ends = Math.min(drawn.till, ended + (polls > 1 ? (ended - began) / (polls - 1) : 0))
      // The length of a single failed read is known only between single readings, which have exact times.
      const extent = polls === 1 && isRaw ? { begins: drawn.from, ends: drawn.till } : { begins: began, ends }
      return { ...drawn, ...extent, kind: gapKindOf(reason), reason }
    })
    .toSorted((a, b) => a.from - b.from)
  return merged([...gaps, ...unexplained(times, gaps, limits, till)], times)
}

/** A gap reaches to the points beside it, where those are near. One between readings of a single step stays as it is. */
const widened = (
  times: readonly number[],
  { from, till }: Pick<Gap, 'from' | 'till'>,
  limitMs: number,
): Pick<Gap, 'from' | 'till'> => {
  const next = indexAfter(times, till)
  const before = indexAfter(times, from) - 1
  const [left, right] = [times[before], times[next]]
  if (next - 1 !== before) return { from, till }
  return {
    from: left !== undefined && from - left <= limitMs ? left : from,
    till: right !== undefined && right - till <= limitMs ? right : till,
  }
}

/** The first index whose time is after a moment. */
const indexAfter = (times: readonly number[], ms: number): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(times, middle) > ms) high = middle
    else low = middle + 1
  }
  return low
}

/** Finds long times without readings and without a gap record. */
const unexplained = (
  times: readonly number[],
  gaps: readonly Gap[],
  { leastMs, afterMs }: GapLimits,
  till: number,
): Gap[] => {
  const found: Gap[] = []
  const add = (from: number, end: number): void =>
    void found.push({ from, till: end, begins: from, ends: end, kind: 'nothing-known', reason: null })
  const addBetween = (from: number, end: number, limit: number): void => {
    let start = from
    for (const gap of gaps) {
      if (gap.till <= start || gap.from >= end) continue
      if (gap.from - start > limit) add(start, gap.from)
      start = Math.max(start, gap.till)
    }
    if (end - start > limit) add(start, end)
  }
  for (const [i, time] of times.entries()) {
    const next = times[i + 1] ?? till
    if (next - time <= leastMs) continue
    const limit = afterMs(i)
    if (next - time > limit) addBetween(time, next, limit)
  }
  return found
}

/** Runs of a kind with nothing read in between are one: the service ends them with the day, and with the reason. */
const merged = (gaps: readonly Gap[], times: readonly number[]): Gap[] => {
  const found: Gap[] = []
  for (const gap of gaps.toSorted((a, b) => a.from - b.from)) {
    const before = found.findLast(({ kind }) => kind === gap.kind)
    const isSame =
      before !== undefined &&
      found.at(-1) === before &&
      (gap.from < before.till || indexAfter(times, before.till - 1) === indexAfter(times, gap.from))
    if (isSame) prolong(before, gap)
    else found.push({ ...gap })
  }
  return found
}

const prolong = (gap: Gap, { till, begins, ends }: Gap): void => {
  gap.till = Math.max(gap.till, till)
  gap.begins = Math.min(gap.begins, begins)
  gap.ends = Math.max(gap.ends, ends)
}

/** Merges overlapping gaps of the same kind over several lines, for drawing. */
export const gapsTogether = (lines: readonly (readonly Gap[])[]): Gap[] => {
  const found: Gap[] = []
  for (const gap of lines.flat().toSorted((a, b) => a.from - b.from)) {
    const before = found.findLast(({ kind }) => kind === gap.kind)
    if (before !== undefined && gap.from <= before.till) prolong(before, gap)
    else found.push({ ...gap })
  }
  return found
}
