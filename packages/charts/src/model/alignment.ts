import { at } from '@busbar/kit/at'

/** Points of a line by time; null is a break. */
export interface LinePoints {
  times: readonly number[]
  values: readonly (number | null)[]
}

/** A line with the least and the greatest value of each of its steps, and how many readings each is of; none where it breaks. */
export interface BandPoints extends LinePoints {
  lows: readonly (number | null)[]
  highs: readonly (number | null)[]
  counts: readonly number[]
}

/** Lines over one shared list of times; `undefined` where a line has no point, null where it breaks. */
type AlignedLines = [times: number[], ...lines: (number | null | undefined)[][]]

/**
 * A distance this many times longer than usual is a gap even without a gap record: the service itself may have been
 * off.
 */
const longerThanUsual = 3.5

/** Number of distances on each side that define the usual distance around a point: the read period may have changed. */
const aroundPlaces = 4

/** From how long on it is a gap that nothing was read. */
export interface GapLimits {
  /** Shorter distances are never gaps. */
  leastMs: number
  /** After an index. */
  afterMs: (index: number) => number
}

/** `stepMs` is how far points are apart at least. */
export const gapLimits = (times: readonly number[], stepMs: number): GapLimits => {
  const usual = usualMs(times)
  const leastMs = usual === 0 ? Number.POSITIVE_INFINITY : Math.max(usual, stepMs) * longerThanUsual
  const distance = (index: number): number => (times[index + 1] ?? Number.NaN) - (times[index] ?? Number.NaN)
  return {
    leastMs,
    afterMs: (index) => {
      const around = Array.from({ length: 2 * aroundPlaces + 1 }, (_, i) => distance(index - aroundPlaces + i))
        .filter((ms, i) => i !== aroundPlaces && !Number.isNaN(ms))
        .toSorted((a, b) => a - b)
      return around.length === 0 ? leastMs : Math.max(leastMs, at(around, around.length >> 1) * longerThanUsual)
    },
  }
}

/** Number of points that define the usual distance. */
const usualOf = 2001

/** The usual distance of points; 0 where there are too few to tell. */
export const usualMs = (times: readonly number[]): number => {
  const distances = new Float64Array(Math.max(0, Math.min(times.length, usualOf) - 1)).map(
    (_, i) => at(times, i + 1) - at(times, i),
  )
  if (distances.length < 3) return 0
  return at(distances.toSorted(), distances.length >> 1)
}

/** The places after which much is missing. */
const breaksIn = (times: readonly number[], stepMs: number): number[] => {
  const { leastMs, afterMs } = gapLimits(times, stepMs)
  const found: number[] = []
  for (let i = 1; i < times.length; i += 1) {
    const distance = at(times, i) - at(times, i - 1)
    if (distance > leastMs && distance > afterMs(i - 1)) found.push(i - 1)
  }
  return found
}

/** A list with one more after each of some places. */
const opened = <T>(list: readonly T[], breaks: readonly number[], between: (index: number) => T): T[] => {
  const out: T[] = []
  let from = 0
  for (const index of breaks) {
    for (; from <= index; from += 1) out.push(list[from] as T)
    out.push(between(index))
  }
  for (; from < list.length; from += 1) out.push(list[from] as T)
  return out
}

const nothing = (): null => null

/** Breaks a line where much is missing. `stepMs` is how far its points are apart at least. */
export const broken = ({ times, values }: LinePoints, stepMs: number): LinePoints => {
  const breaks = breaksIn(times, stepMs)
  if (breaks.length === 0) return { times, values }
  return { times: opened(times, breaks, middle(times)), values: opened(values, breaks, nothing) }
}

/** The same for a line with its lows and highs. */
export const withBreaks = (course: BandPoints, stepMs: number): BandPoints => {
  const { times, values, lows, highs, counts } = course
  const breaks = breaksIn(times, stepMs)
  if (breaks.length === 0) return course
  return {
    times: opened(times, breaks, middle(times)),
    values: opened(values, breaks, nothing),
    lows: opened(lows, breaks, nothing),
    highs: opened(highs, breaks, nothing),
    counts: opened(counts, breaks, () => 0),
  }
}

const middle =
  (times: readonly number[]) =>
  (index: number): number =>
    (at(times, index) + at(times, index + 1)) / 2

/** Lines with times of their own, over one list of times. */
export const align = (lines: readonly LinePoints[]): AlignedLines => {
  const times = united([...new Set(lines.map((line) => line.times))])
  // A line with as many times as the union has the same times.
  return [times, ...lines.map((line) => (line.times.length === times.length ? [...line.values] : spread(line, times)))]
}

/** All times of some lists, in order and each once. */
const united = (lists: readonly (readonly number[])[]): number[] => {
  const [first = [], ...others] = lists
  const isSame = (list: readonly number[]): boolean =>
    list.length === first.length && list.every((time, i) => time === first[i])
  if (others.every(isSame)) return [...first]
  const all = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0))
  let length = 0
  for (const list of lists) {
    all.set(list, length)
    length += list.length
  }
  all.sort()
  return Array.from(all.filter((time, i) => i === 0 || time !== all[i - 1]))
}

/** A break takes in all moments up to the points beside it, also those that only other lines have: the drawing knows no other neighbours. */
const spread = (line: LinePoints, times: readonly number[]): (number | null | undefined)[] => {
  let next = 0
  let from = -1
  const out = times.map((time): number | null | undefined => {
    if (line.times[next] !== time) return undefined
    next += 1
    return line.values[next - 1]
  })
  let isBroken = false
  out.forEach((value, i) => {
    if (value === undefined) return
    if (value === null) isBroken = true
    else {
      if (isBroken) out.fill(null, from + 1, i)
      isBroken = false
      from = i
    }
  })
  return out
}

/** Returns the indexes of single points without neighbours, which a line would not show. */
export const isolatedPoints = (line: readonly (number | null | undefined)[]): number[] => {
  const found: number[] = []
  let last = -1
  let run = 0
  const end = (): void => {
    if (run === 1) found.push(last)
    run = 0
  }
  line.forEach((value, i) => {
    if (value === undefined) return
    if (value === null) return end()
    last = i
    run += 1
  })
  end()
  return found
}
