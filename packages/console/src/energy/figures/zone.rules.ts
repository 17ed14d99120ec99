/** A date of the calendar: `2026-11-15`. */
export type Day = string

const dayMs = 86_400_000
const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en', {
    ...fields,
    second: 'numeric',
    hourCycle: 'h23',
    calendar: 'iso8601',
    timeZone: zone,
  })
  clocks.set(zone, made)
  return made
}

/** What the clocks of a place show, as if it were UTC. Not every browser has `Temporal`. */
export const wallMs = (zone: string, on: number): number => {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(on)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const at = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'))
}

export const dayOf = (wall: number): Day => new Date(wall).toISOString().slice(0, 10)

/** The date at a place. */
export const dayAt = (zone: string, on: number): Day => dayOf(wallMs(zone, on))

/** When a day begins: at midnight, or where the clocks skip that, when they are set. */
export const startOfDay = (zone: string, day: Day): number => {
  const wall = Date.parse(day)
  const [before, after] = [wall - dayMs, wall + dayMs].map((near) => wall - (wallMs(zone, near) - near))
  const found = [before, after].filter((on): on is number => on !== undefined && wallMs(zone, on) === wall)
  return found.length > 0 ? Math.min(...found) : (before ?? wall)
}

export const addDays = (day: Day, count: number): Day => dayOf(Date.parse(day) + count * dayMs)

export const daysBetween = (from: Day, till: Day): number => Math.round((Date.parse(till) - Date.parse(from)) / dayMs)

/** The same day of another month; its last where it has none. */
export const addMonths = (day: Day, count: number): Day => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)))
}

export const isDay = (text: string): boolean =>
  /^(19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text
