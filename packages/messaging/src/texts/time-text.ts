import type { Language } from '../message/message.ts'
import { localeOf } from './words.ts'

/** The same in every language, and never mistaken: `2026-11-15 08:25:09 Europe/Kyiv (UTC+02:00)`. */
export const timeText = (on: number, timeZone: string): string => {
  if (Number.isNaN(new Date(on).getTime())) return '?'
  const { zone, long } = clockOf(timeZone)
  return zone === 'UTC' ? `${long.format(on)} UTC` : `${long.format(on)} ${zone} (${offsetText(on, timeZone)})`
}

/** A short form of a time: `2026-11-15 08:25 UTC+02:00`. */
export const shortTimeText = (on: number, timeZone: string): string => {
  if (Number.isNaN(new Date(on).getTime())) return '?'
  const { zone, long } = clockOf(timeZone)
  const text = long.format(on).replace(/:\d\d$/, '')
  return `${text} ${zone === 'UTC' ? 'UTC' : offsetText(on, timeZone)}`
}

/** To be read aloud: the clocks of the place are those of who listens. */
export const spokenTimeText = (on: number, timeZone: string, locale: string): string => {
  if (Number.isNaN(new Date(on).getTime())) return '?'
  const { zone } = clockOf(timeZone)
  const text = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(on)
  return zone === 'UTC' ? `${text} UTC` : text
}

interface ZoneClock {
  /** UTC where there is no such zone. */
  zone: string
  long: Intl.DateTimeFormat
  offset: Intl.DateTimeFormat
}

/** To make one takes longer than to use it a thousand times. */
const clocks = new Map<string, ZoneClock>()
const clocksMax = 1000

const clockOf = (timeZone: string): ZoneClock => {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const zone = isZone(timeZone) ? timeZone : 'UTC'
  const clock = {
    zone,
    long: new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }),
    offset: new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }),
  }
  if (clocks.size >= clocksMax) clocks.clear()
  clocks.set(timeZone, clock)
  return clock
}

const isZone = (timeZone: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const offsetText = (on: number, timeZone: string): string => {
  const parts = clockOf(timeZone).offset.formatToParts(on)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return offset === 'GMT' ? 'UTC+00:00' : offset.replace('GMT', 'UTC')
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `90 sec`, `2 hr`: in the largest unit of which it is a whole number. */
export const durationText = (seconds: number, language: Language): string => {
  const [unit, length] = units.find(([, size]) => seconds >= size && seconds % size === 0) ?? ['second', 1]
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'short' }).format(
    seconds / length,
  )
}
