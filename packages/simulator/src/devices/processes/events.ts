import { at } from '@busbar/kit'
import { type EventField, type EventLayout, eventFields } from '@busbar/templates'

/** A record of a time relay's table. */
export type RelayEvent = Readonly<Record<EventField, number>>

/** The action of a record, and the reference of its times. */
export const eventTypes = { empty: 0, on: 1, off: 2 } as const
export const timeModes = { clock: 0, sunrise: 1, sunset: 2 } as const

export type SunTimes = (day: number) => { sunrise: number; sunset: number }

const daySec = 86_400

/** A relay's own local time. */
export interface LocalTime {
  /** Days since 1970, and seconds of the day. */
  readonly day: number
  readonly seconds: number
}

/** Every record that is not empty. */
export function readEvents(layout: EventLayout, table: Uint16Array): RelayEvent[] {
  return Array.from({ length: layout.recordCount }, (_, n) => readEvent(layout, table, n * layout.recordSize)).filter(
    ({ eventType }) => eventType !== eventTypes.empty,
  )
}

function readEvent({ fields }: EventLayout, table: Uint16Array, start: number): RelayEvent {
  const field = (name: EventField): number => {
    const { offset, valueType } = fields[name]
    const first = at(table, start + offset)
    return valueType === 's32' ? (first << 16) | at(table, start + offset + 1) : first
  }
  return {
    eventType: field('eventType'),
    dayOfWeek: field('dayOfWeek'),
    modeSwitchOff: field('modeSwitchOff'),
    modeSwitchOn: field('modeSwitchOn'),
    timeSwitchOff: field('timeSwitchOff'),
    timeSwitchOn: field('timeSwitchOn'),
  }
}

/** The registers of a table that begins with these events and is empty for the rest. */
export function writeEvents(layout: EventLayout, events: readonly RelayEvent[]): Uint16Array {
  const table = new Uint16Array(layout.recordSize * layout.recordCount)
  for (const [n, event] of events.entries()) {
    for (const name of eventFields) {
      const { offset, valueType } = layout.fields[name]
      const start = n * layout.recordSize + offset
      const value = event[name]
      if (valueType === 's32') table.set([value >>> 16, value & 0xffff], start)
      else table[start] = value
    }
  }
  return table
}

/** On while an "on" record covers the time and no "off" record does. */
export function isOn(events: readonly RelayEvent[], { day, seconds }: LocalTime, sunOf: SunTimes): boolean {
  let on = false
  for (const event of events) {
    if (!covers(event, day, seconds, sunOf) && !covers(event, day - 1, seconds + daySec, sunOf)) continue
    if (event.eventType === eventTypes.off) return false
    on = true
  }
  return on
}

/** Seconds until the relay changes, within a week; null when it does not. */
export function nextChange(events: readonly RelayEvent[], time: LocalTime, sunOf: SunTimes): number | null {
  const now = isOn(events, time, sunOf)
  const instants = events
    .flatMap((event) => Array.from({ length: 9 }, (_, n) => spanOf(event, time.day + n - 1, sunOf)))
    .flatMap((span) => (span ? [span.from, span.to] : []))
    .map((instant) => instant - (time.day * daySec + time.seconds))
    .filter((seconds) => seconds > 0)
    .toSorted((a, b) => a - b)
  return instants.find((seconds) => isOn(events, later(time, seconds), sunOf) !== now) ?? null
}

const later = ({ day, seconds }: LocalTime, bySec: number): LocalTime => {
  const sum = seconds + bySec
  return { day: day + Math.floor(sum / daySec), seconds: sum % daySec }
}

function covers(event: RelayEvent, day: number, seconds: number, sunOf: SunTimes): boolean {
  const span = spanOf(event, day, sunOf)
  const instant = day * daySec + seconds
  return span !== null && instant >= span.from && instant < span.to
}

/**
 * Returns the period of a record that starts on a day, in seconds since 1970. An end before its start is on the next
 * day.
 */
function spanOf(event: RelayEvent, day: number, sunOf: SunTimes): { from: number; to: number } | null {
  // The first of January 1970 was a Thursday; bit 0 is Monday.
  if (((event.dayOfWeek >> ((day + 3) % 7)) & 1) === 0) return null
  const from = timeOf(event.modeSwitchOn, event.timeSwitchOn, day, sunOf)
  const to = timeOf(event.modeSwitchOff, event.timeSwitchOff, day, sunOf)
  return { from: day * daySec + from, to: day * daySec + (to > from ? to : to + daySec) }
}

function timeOf(mode: number, time: number, day: number, sunOf: SunTimes): number {
  const base = mode === timeModes.clock ? 0 : mode === timeModes.sunrise ? sunOf(day).sunrise : sunOf(day).sunset
  return Math.min(daySec - 1, Math.max(0, base + time))
}
