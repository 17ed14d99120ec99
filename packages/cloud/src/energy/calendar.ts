/** How long a segment is, by the clocks and the calendar of a place. */
export const cadences = ['quarter-hour', 'half-hour', 'hour', 'day', 'week', 'month', 'year'] as const
export type Cadence = (typeof cadences)[number]

export const segmentsMax = 10_000

const clockMs: Partial<Record<Cadence, number>> = {
  'quarter-hour': 900_000,
  'half-hour': 1_800_000,
  hour: 3_600_000,
}

/**
 * Returns the edges of the segments of a span: its start, every calendar edge in it, and its end, in ms since 1970. The
 * first and last segment may be shorter. Days and longer segments extend from midnight to midnight, so that a day has
 * 23, 24 or 25 hours; a week begins on Monday. Null for more than `segmentsMax` segments. An empty span has one edge.
 */
export const cutSpan = (timeZone: string, cadence: Cadence, from: number, till: number): number[] | null => {
  const edges = [from]
  if (till <= from) return edges
  const start = startOf(timeZone, cadence, from)
  const stepMs = clockMs[cadence]
  for (const edge of stepMs === undefined ? datesAfter(start, cadence) : clockStepsAfter(start, stepMs)) {
    if (edge >= till) break
    if (edge > from) edges.push(edge)
    if (edges.length > segmentsMax) return null
  }
  edges.push(till)
  return edges
}

/** The beginning of the segment that an instant is in. */
export const segmentStart = (timeZone: string, cadence: Cadence, on: number): number =>
  startOf(timeZone, cadence, on).epochMilliseconds

/** An instant as people of the place write it: `2026-03-29T00:00:00+02:00`. */
export const localText = (timeZone: string, on: number): string =>
  inZone(timeZone, on).toString({ timeZoneName: 'never', smallestUnit: 'second' })

const inZone = (timeZone: string, on: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(on).toZonedDateTimeISO(timeZone)

const startOf = (timeZone: string, cadence: Cadence, on: number): Temporal.ZonedDateTime => {
  const at = inZone(timeZone, on)
  const stepMs = clockMs[cadence]
  if (stepMs !== undefined) return byTheClock(at, stepMs)
  if (cadence === 'week') return at.subtract({ days: at.dayOfWeek - 1 }).startOfDay()
  if (cadence === 'month') return at.with({ day: 1 }).startOfDay()
  if (cadence === 'year') return at.with({ month: 1, day: 1 }).startOfDay()
  return at.startOfDay()
}

/** The latest time at which the clocks of the place showed a whole step, or were set to what is none. */
const byTheClock = (at: Temporal.ZonedDateTime, stepMs: number): Temporal.ZonedDateTime => {
  const whole = inZone(at.timeZoneId, shownWhole(at, stepMs))
  const isSame = whole.offsetNanoseconds === at.offsetNanoseconds
  return isSame ? whole : (at.add({ milliseconds: 1 }).getTimeZoneTransition('previous') ?? whole)
}

function* datesAfter(start: Temporal.ZonedDateTime, cadence: Cadence): Generator<number> {
  const lengths = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 }, year: { years: 1 } }
  const length = lengths[cadence as keyof typeof lengths]
  for (let next = start; ; ) {
    next = next.add(length).startOfDay()
    yield next.epochMilliseconds
  }
}

/** Until the clocks are set one step is as long as the other, and no calendar is needed. */
function* clockStepsAfter(start: Temporal.ZonedDateTime, stepMs: number): Generator<number> {
  for (let at: Temporal.ZonedDateTime | null = start; at !== null; ) {
    const next: Temporal.ZonedDateTime | null = at.getTimeZoneTransition('next')
    const set = next?.epochMilliseconds ?? Infinity
    for (let edge = shownWhole(at, stepMs) + stepMs; edge < set; edge += stepMs) yield edge
    yield set
    at = next
  }
}

/** When the clocks would have shown the whole step before this, had they not been set. */
const shownWhole = (at: Temporal.ZonedDateTime, stepMs: number): number => {
  const offsetMs = at.offsetNanoseconds / 1_000_000
  return Math.floor((at.epochMilliseconds + offsetMs) / stepMs) * stepMs - offsetMs
}
