import { segmentStart } from '../calendar.ts'

export interface Recurrence {
  every: 'week' | 'month'
  /** Day of the week from Monday as 1, or of the month, 1 to 28. */
  day: number
  /** Minute of the day, in local time. */
  atMinute: number
}

/** When a report is due next, after an instant. A time that the clocks skip is when they are set. */
export const nextDueTime = (timeZone: string, { every, day, atMinute }: Recurrence, after: number): number => {
  const start = Temporal.Instant.fromEpochMilliseconds(segmentStart(timeZone, every, after)).toZonedDateTimeISO(
    timeZone,
  )
  const time = new Temporal.PlainTime(Math.floor(atMinute / 60), atMinute % 60)
  const dueTimeIn = (count: number): number => {
    const first = every === 'week' ? start.add({ weeks: count }) : start.add({ months: count })
    return first.add({ days: day - 1 }).withPlainTime(time).epochMilliseconds
  }
  const inThisPeriod = dueTimeIn(0)
  return inThisPeriod > after ? inThisPeriod : dueTimeIn(1)
}

/** The whole week or month before the one that an instant is in. */
export const periodBefore = (
  timeZone: string,
  every: Recurrence['every'],
  on: number,
): { from: number; till: number } => {
  const till = segmentStart(timeZone, every, on)
  return { from: segmentStart(timeZone, every, till - 1), till }
}

/** `October 2026`, or the days of a week. */
export const periodText = (locale: string, timeZone: string, every: Recurrence['every'], from: number, till: number) =>
  every === 'month'
    ? new Intl.DateTimeFormat(locale, { timeZone, month: 'long', year: 'numeric' }).format(from)
    : new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' })
        .formatRange(from, till - 1)
        .replaceAll(/\s/g, ' ')

const dayMs = 86_400_000
const weekDaysMax = 8

/** Which of them a span is. */
export const everyOf = (from: number, till: number): Recurrence['every'] =>
  till - from > weekDaysMax * dayMs ? 'month' : 'week'
