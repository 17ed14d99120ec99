/** What one line is drawn from, by time; null is a place where it breaks. */
export interface Points {
  times: readonly number[]
  values: readonly (number | null)[]
}

/** A line with the least and the greatest value of each of its steps, and how many readings each is of; none where it breaks. */
export interface Course extends Points {
  lows: readonly (number | null)[]
  highs: readonly (number | null)[]
  counts: readonly number[]
}

/** One list of times for all lines; `undefined` where a line has nothing to say, null where it breaks. */
type Aligned = [times: number[], ...lines: (number | null | undefined)[][]]

/** So much longer than usual without a reading is a gap even without a gap record: the service itself may have been off. */
const longerThanUsual = 3.5

/** So many distances at each side say what is usual around a place: how often a device is read may have been changed. */
const aroundPlaces = 4

/** From how long on it is a gap that nothing was read after a place; `stepMs` is how far points are apart at least. */
export const gapLimits = (times: readonly number[], stepMs: number): ((place: number) => number) => {
  const usual = usualMs(times)
  if (usual === 0) return () => Number.POSITIVE_INFINITY
  const limitMs = Math.max(usual, stepMs) * longerThanUsual
  const distance = (place: number): number => (times[place + 1] ?? Number.NaN) - (times[place] ?? Number.NaN)
  return (place) => {
    if (distance(place) <= limitMs) return limitMs
    const around = Array.from({ length: 2 * aroundPlaces + 1 }, (_, i) => distance(place - aroundPlaces + i))
      .filter((ms, i) => i !== aroundPlaces && !Number.isNaN(ms))
      .toSorted((a, b) => a - b)
    return Math.max(limitMs, (around[around.length >> 1] ?? 0) * longerThanUsual)
  }
}
const usualOf = 2001

/** The usual distance of points; 0 where there are too few to tell. */
export const usualMs = (times: readonly number[]): number => {
  const distances = new Float64Array(Math.max(0, Math.min(times.length, usualOf) - 1)).map(
    (_, i) => (times[i + 1] ?? 0) - (times[i] ?? 0),
  )
  if (distances.length < 3) return 0
  return distances.toSorted()[distances.length >> 1] ?? 0
}

/** Breaks a line where much is missing. `stepMs` is how far its points are apart at least. */
export const broken = ({ times, values }: Points, stepMs: number): Points => {
  const limitMs = gapLimits(times, stepMs)
  const outTimes: number[] = []
  const outValues: (number | null)[] = []
  let before = Number.NaN
  times.forEach((time, i) => {
    if (time - before > limitMs(i - 1)) {
      outTimes.push((before + time) / 2)
      outValues.push(null)
    }
    outTimes.push(time)
    outValues.push(values[i] ?? null)
    before = time
  })
  return { times: outTimes, values: outValues }
}

/** The same for a line with its lows and highs. */
export const brokenCourse = ({ times, values, lows, highs, counts }: Course, stepMs: number): Course => {
  const line = broken({ times, values }, stepMs)
  return {
    ...line,
    lows: broken({ times, values: lows }, stepMs).values,
    highs: broken({ times, values: highs }, stepMs).values,
    counts: broken({ times, values: counts }, stepMs).values.map((count) => count ?? 0),
  }
}

/** Lines with times of their own, over one list of times. */
export const align = (lines: readonly Points[]): Aligned => {
  const [only] = lines
  if (only !== undefined && lines.length === 1) return [[...only.times], [...only.values]]
  const all = new Float64Array(lines.reduce((sum, { times }) => sum + times.length, 0))
  let length = 0
  for (const { times } of lines) {
    all.set(times, length)
    length += times.length
  }
  all.sort()
  const times = Array.from(all.filter((time, i) => i === 0 || time !== all[i - 1]))
  return [times, ...lines.map((line) => spread(line, times))]
}

/** A break takes in all moments up to the points beside it, also those that only other lines have: the drawing knows no other neighbours. */
const spread = (line: Points, times: readonly number[]): (number | null | undefined)[] => {
  let at = 0
  let from = -1
  const out = times.map((time): number | null | undefined => {
    if (line.times[at] !== time) return undefined
    at += 1
    return line.values[at - 1]
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

/** Where a line has a single point with nothing to be joined to, which would not be seen. */
export const lonely = (line: readonly (number | null | undefined)[]): number[] => {
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
