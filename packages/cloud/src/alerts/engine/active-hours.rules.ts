import type { ActiveHours } from '../alert.ts'

const minuteMs = 60_000
const dayMinutes = 1440
const weekMinutes = 7 * dayMinutes

const formats = new Map<string, Intl.DateTimeFormat>()
const formatsMax = 500
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Making one takes far longer than using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const options = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const made = new Intl.DateTimeFormat('en-US', options)
  if (formats.size >= formatsMax) formats.clear()
  formats.set(timeZone, made)
  return made
}

/** Minutes since Monday began, by the clocks of the place. */
function weekMinuteOf(timeZone: string, on: number): number {
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

/** When the next active hours begin, after `on`, which is in none; a week later where there are none at all. */
export function activeFrom(hours: ActiveHours, on: number): number {
  const now = weekMinuteOf(hours.timeZone, on)
  const waits = spansOf(hours).map(({ from }) => inWeek(from - now))
  const wait = Math.min(weekMinutes, ...waits)
  const guess = Math.floor(on / minuteMs) * minuteMs + wait * minuteMs
  // In between, the clocks of the place may have been set: then the guess is off by as much.
  const off = inWeek(weekMinuteOf(hours.timeZone, guess) - inWeek(now + wait))
  const better = guess - (off > weekMinutes / 2 ? off - weekMinutes : off) * minuteMs
  return better > on ? better : on + minuteMs
}
