import { momentAt, type WallTime, wallOf } from '@busbar/ui/wall-time'
import type { TimeRange, TimeWindow } from './window.ts'

/** Spans of the calendar; those that are not over follow the present. */
export const calendarRanges = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
] as const
export type CalendarRange = (typeof calendarRanges)[number]

/** Periods that can be compared. */
export const comparisons = ['period', 'day', 'week', 'month', 'year'] as const
export type Comparison = (typeof comparisons)[number]

const midnight = { hour: 0, minute: 0 }
const dayOf = (ms: number, zone: string): WallTime => ({ ...wallOf(ms, zone), ...midnight })

/** Weeks begin with Monday. */
const mondayOf = (ms: number, zone: string): WallTime => {
  const day = dayOf(ms, zone)
  const weekday = new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay()
  return { ...day, day: day.day - ((weekday + 6) % 7) }
}

const monthOf = (ms: number, zone: string): WallTime => ({ ...dayOf(ms, zone), day: 1 })

export const calendarRange = (name: CalendarRange, now: number, zone: string): TimeRange => {
  const at = (wall: WallTime): number => momentAt(wall, zone)
  const since = (wall: WallTime): TimeRange => ({ spanMs: Math.max(10_000, now - at(wall)), till: null })
  const between = (from: WallTime, till: WallTime): TimeRange => ({ spanMs: at(till) - at(from), till: at(till) })
  const [day, monday, month] = [dayOf(now, zone), mondayOf(now, zone), monthOf(now, zone)]
  switch (name) {
    case 'today':
      return since(day)
    case 'yesterday':
      return between({ ...day, day: day.day - 1 }, day)
    case 'this-week':
      return since(monday)
    case 'last-week':
      return between({ ...monday, day: monday.day - 7 }, monday)
    case 'this-month':
      return since(month)
    case 'last-month':
      return between({ ...month, month: month.month - 1 }, month)
    case 'this-year':
      return since({ ...month, month: 1 })
  }
}

/** How much earlier the compared period is. By the clock of the zone: the same hour, also where clocks were changed in between. */
export const shiftMs = (comparison: Comparison, { from, till }: TimeWindow, zone: string): number => {
  if (comparison === 'period') return till - from
  const wall = wallOf(from, zone)
  const earlier = {
    day: { ...wall, day: wall.day - 1 },
    week: { ...wall, day: wall.day - 7 },
    month: { ...wall, month: wall.month - 1 },
    year: { ...wall, year: wall.year - 1 },
  }[comparison]
  return momentAt(wall, zone) - momentAt(earlier, zone)
}

/** The days of a month with those of the weeks around it, Monday first; null where it is another month's. */
export const weeksOf = (year: number, month: number): (number | null)[][] => {
  const first = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const weeks = Math.ceil((first + days) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => {
      const day = week * 7 + at - first + 1
      return day < 1 || day > days ? null : day
    }),
  )
}
