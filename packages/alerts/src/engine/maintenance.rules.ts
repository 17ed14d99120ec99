import type { ActiveHours } from '../alert.ts'
import type { PlannedWindow, WindowRule } from '../holds.ts'
import { dayMinutes, evenMinutes, isActiveAt, minuteMs, weekMinuteOf } from './active-hours.rules.ts'

type RecurringRule = Exclude<WindowRule, { kind: 'once' }>

const dayMs = dayMinutes * minuteMs
/** A window that never ends, because it covers every day, is checked again after this time. */
const endlessMs = 7 * dayMs
/** Every month has the first four and the last of each day of the week. */
const horizonMs = 400 * dayMs

export interface WindowSpan {
  from: number
  /** Not part of it any more. */
  till: number
}

const hoursOf = (timeZone: string, rule: RecurringRule): ActiveHours => {
  const { fromMinute, tillMinute } = rule
  return { timeZone, spans: [{ days: rule.kind === 'weekly' ? rule.days : [rule.day], fromMinute, tillMinute }] }
}

/** Returns true if the window starts on the right weekday of its month. */
function isOnNth(timeZone: string, { nth, day }: Extract<RecurringRule, { kind: 'monthly' }>, on: number): boolean {
  const isBegunBefore = Math.floor(weekMinuteOf(timeZone, on) / dayMinutes) !== day - 1
  const shown = Temporal.Instant.fromEpochMilliseconds(on).toZonedDateTimeISO(timeZone).toPlainDate()
  const began = isBegunBefore ? shown.subtract({ days: 1 }) : shown
  return nth === -1 ? began.day + 7 > began.daysInMonth : Math.ceil(began.day / 7) === nth
}

function isWithin({ timeZone, rule }: PlannedWindow, on: number): boolean {
  if (rule.kind === 'once') return rule.from <= on && on < rule.till
  if (!isActiveAt(hoursOf(timeZone, rule), on)) return false
  return rule.kind === 'weekly' || isOnNth(timeZone, rule, on)
}

/**
 * The first minute from `on` at which it is so, or null where there is none before `limit`. It can only change where the clocks of the
 * place show a beginning or an end, and where they are set.
 */
function minuteWhen(
  { timeZone }: PlannedWindow,
  { fromMinute, tillMinute }: RecurringRule,
  isMatch: (on: number) => boolean,
  on: number,
  limit: number,
): number | null {
  let at = Math.floor(on / minuteMs) * minuteMs
  while (at < limit) {
    const now = weekMinuteOf(timeZone, at)
    const even = evenMinutes(timeZone, at, now)
    const waits = [fromMinute, tillMinute].map((minute) => (minute - (now % dayMinutes) + 2 * dayMinutes) % dayMinutes)
    for (const wait of [0, ...waits.toSorted((one, other) => one - other)]) {
      if (wait < even && isMatch(at + wait * minuteMs)) return at + wait * minuteMs
    }
    at += even * minuteMs
  }
  return null
}

/** When a window ends in which `on` is; null where it is in none. What the clocks show twice is in it both times, as in active hours. */
export function windowTill(window: PlannedWindow, on: number): number | null {
  const { rule } = window
  if (!isWithin(window, on)) return null
  if (rule.kind === 'once') return rule.till
  const limit = on + endlessMs
  return minuteWhen(window, rule, (at) => at > on && !isWithin(window, at), on, limit) ?? limit
}

/** The next times that a window is, the one of now included. */
export function nextOccurrences(window: PlannedWindow, on: number, count: number): WindowSpan[] {
  const { rule } = window
  if (rule.kind === 'once') return on < rule.till ? [{ from: rule.from, till: rule.till }] : []
  const found: WindowSpan[] = []
  // A current window started at most a day and a clock change ago.
  let at = on - 2 * dayMs
  while (found.length < count) {
    const from = minuteWhen(window, rule, (minute) => isWithin(window, minute), at, on + horizonMs)
    if (from === null) return found
    const till = windowTill(window, from) ?? from
    if (till > on) found.push({ from, till })
    at = till
  }
  return found
}
