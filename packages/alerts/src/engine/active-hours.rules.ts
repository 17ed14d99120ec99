import type { ActiveHours } from '../alert.ts'

export const minuteMs = 60_000
export const dayMinutes = 1440
const weekMinutes = 7 * dayMinutes

const formats = new Map<string, Intl.DateTimeFormat>()
const formatsMax = 500
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Making one takes far longer than using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const options = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const created = new Intl.DateTimeFormat('en-US', options)
  if (formats.size >= formatsMax) formats.clear()
  formats.set(timeZone, created)
  return created
}

/** Minutes since Monday began, by the clocks of the place. */
export function weekMinuteOf(timeZone: string, on: number): number {
  let minutes = 0
  for (const { type, value } of formatOf(timeZone).formatToParts(on)) {
    if (type === 'weekday') minutes += weekdays.indexOf(value) * dayMinutes
    else if (type === 'hour') minutes += Number(value) * 60
    else if (type === 'minute') minutes += Number(value)
  }
  return minutes
}

const inWeek = (minutes: number): number => ((minutes % weekMinutes) + weekMinutes) % weekMinutes

interface Span {
  from: number
  minutes: number
}

const spansOf = ({ spans }: ActiveHours): Span[] =>
  spans.flatMap(({ days, fromMinute, tillMinute }) => {
    const minutes = tillMinute > fromMinute ? tillMinute - fromMinute : tillMinute - fromMinute + dayMinutes
    return days.map((day) => ({ from: (day - 1) * dayMinutes + fromMinute, minutes }))
  })

const isWithin = (spans: readonly Span[], minute: number): boolean =>
  spans.some(({ from, minutes }) => inWeek(minute - from) < minutes)

export const isActiveAt = (hours: ActiveHours, on: number): boolean =>
  isWithin(spansOf(hours), weekMinuteOf(hours.timeZone, on))

/** How many minutes from `on` its clocks run evenly, at most a day: they are set at the first minute after. */
export function evenMinutes(timeZone: string, on: number, now: number): number {
  const isEven = (minutes: number): boolean => weekMinuteOf(timeZone, on + minutes * minuteMs) === inWeek(now + minutes)
  if (isEven(dayMinutes)) return dayMinutes
  let even = 0
  let odd = dayMinutes
  while (odd - even > 1) {
    const middle = Math.floor((even + odd) / 2)
    if (isEven(middle)) even = middle
    else odd = middle
  }
  return odd
}

/**
 * Returns the next active time after `on`, or a week later if there is none within a week. A local hour that occurs
 * twice is active both times, and a skipped one never, so the search covers one interval between clock changes at a
 * time.
 */
export function activeFrom(hours: ActiveHours, on: number): number {
  const spans = spansOf(hours)
  let from = Math.floor(on / minuteMs) * minuteMs
  const till = from + weekMinutes * minuteMs
  while (spans.length > 0 && from < till) {
    const now = weekMinuteOf(hours.timeZone, from)
    const wait = isWithin(spans, now) ? 0 : Math.min(...spans.map((span) => inWeek(span.from - now)))
    const even = evenMinutes(hours.timeZone, from, now)
    if (wait < even) return Math.min(from + wait * minuteMs, till)
    from += even * minuteMs
  }
  return till
}
