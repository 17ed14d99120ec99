import { z } from 'zod'
import { meaning } from './forms.ts'

const date = String.raw`(\d{4})-(\d\d)-(\d\d)`
const time = String.raw`(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?`
// An unescaped plus sign arrives from a query as a space.
const zone = String.raw`(Z|z|[-+ ]\d\d(?::?\d\d)?)?`
const iso = new RegExp(`^${date}(?:[Tt]${time}${zone})?$`)

const minutesOf = (text: string): number => {
  if (text === '' || text === 'Z' || text === 'z') return 0
  const digits = text.slice(1).replace(':', '').padEnd(4, '0')
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))]
  if (hours > 23 || minutes > 59) return Number.NaN
  return (text[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

interface ParsedInstant {
  /** Without fractions of a millisecond. */
  instant: Date
  hasFraction: boolean
}

/** Reads ISO 8601 in any zone, or in UTC where it names none. */
const parseInstant = (text: string): ParsedInstant | null => {
  const found = iso.exec(text)
  if (found === null) return null
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', fraction = '', zoneText = ''] =
    found
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const instant = new Date(0)
  instant.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  // The 30th of February would have become a day of March.
  if (instant.getUTCDate() !== Number(day) || instant.getUTCMonth() !== Number(month) - 1) return null
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  instant.setUTCHours(Number(hour), Number(minute) - minutesOf(zoneText), Number(second), ms)
  const inYear = instant.getUTCFullYear()
  return inYear >= 1 && inYear <= 9999 ? { instant, hasFraction: /[1-9]/.test(fraction.slice(3)) } : null
}

const instantOf = (round: (parsed: ParsedInstant) => Date) =>
  meaning(
    z.codec(z.string(), z.date(), {
      decode: (text, payload) => {
        const parsed = parseInstant(text)
        if (parsed !== null) return round(parsed)
        payload.issues.push({ code: 'custom', input: text, message: 'must be a time such as 2026-11-14T23:54:00Z' })
        return z.NEVER
      },
      encode: (value) => value.toISOString(),
    }),
    { schema: { type: 'string', format: 'date-time' } },
  )

/** A moment in a request; its handler gets a Date. Fractions of a millisecond are cut off. */
export const instant = instantOf((parsed) => parsed.instant)

const roundedUp = new WeakSet<Date>()

/** An inclusive beginning in a request. It rounds up to a whole millisecond, so that nothing before it is included. */
export const startInstant = instantOf((parsed) => {
  if (!parsed.hasFraction) return parsed.instant
  const next = new Date(parsed.instant.getTime() + 1)
  roundedUp.add(next)
  return next
})

/** Returns whether a `startInstant` had a fraction of a millisecond. */
export const isRoundedUp = (start: Date): boolean => roundedUp.has(start)

/** A moment in an answer: `2026-11-14T23:54:00.000Z`. */
export const timestamp = z.iso.datetime()
