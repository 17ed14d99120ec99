import { nameToday } from './time-zones.ts'

/** The time that a clock in a zone shows. Months count from 1. */
export interface WallTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** How far a zone is ahead of UTC at a moment. */
const offsetMs = (ms: number, zone: string): number => {
  const whole = Math.floor(ms / 1000) * 1000
  const found: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(whole)) found[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole
}

export const wallOf = (ms: number, zone: string): WallTime => {
  const shown = new Date(ms + offsetMs(ms, zone))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
  }
}

/** A date whose fields, by the clock of the browser, are what a clock in a zone shows: for who knows no zones. */
export const shownDate = (ms: number, zone: string): Date => {
  const shown = new Date(ms + offsetMs(ms, zone))
  return new Date(
    shown.getUTCFullYear(),
    shown.getUTCMonth(),
    shown.getUTCDate(),
    shown.getUTCHours(),
    shown.getUTCMinutes(),
    shown.getUTCSeconds(),
    shown.getUTCMilliseconds(),
  )
}

/**
 * When a clock shows that; days and months beyond their end run on into the next. Of a time that is there twice the first; one that is left out in
 * spring is so much later.
 */
export const momentAt = ({ year, month, day, hour, minute }: WallTime, zone: string): number => {
  const shown = Date.UTC(year, month - 1, day, hour, minute)
  const dayMs = 86_400_000
  const before = shown - offsetMs(shown - dayMs, zone)
  const after = shown - offsetMs(shown + dayMs, zone)
  return before + offsetMs(before, zone) === shown ? before : after + offsetMs(after, zone) === shown ? after : before
}

const two = (count: number): string => String(count).padStart(2, '0')

/** `2026-11-14T14:36`, as inputs for local time have it. */
export const wallText = (ms: number, zone: string): string => {
  const { year, month, day, hour, minute } = wallOf(ms, zone)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

/** When that is in a zone; null where it is no time. */
export const momentOfText = (text: string, zone: string): number | null => {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined || hour === undefined || minute === undefined)
    return null
  return momentAt({ year, month, day, hour, minute }, zone)
}

/** The same as a date, which is none where the text is no time. */
export const dateOfText = (text: string, zone: string): Date => new Date(momentOfText(text, zone) ?? Number.NaN)

/** The last part of a zone's name, as people say it. */
export const cityOf = (zone: string): string => {
  const name = nameToday(zone)
  return (name.split('/').at(-1) ?? name).replaceAll('_', ' ')
}

/** `+2`, `−3:30`. */
export const offsetText = (ms: number, zone: string): string => {
  const minutes = Math.round(offsetMs(ms, zone) / 60_000)
  const rest = Math.abs(minutes) % 60
  return `${minutes < 0 ? '−' : '+'}${Math.floor(Math.abs(minutes) / 60)}${rest === 0 ? '' : `:${two(rest)}`}`
}
