import { z } from 'zod'

const lengthMax = 64
const nameProblem = 'must be the name of a time zone such as Europe/Kyiv'

/**
 * A time zone of the tz database by any of its names, links too, in any case; as the database spells it, and null where it has none.
 * Offsets such as +03:00 are no names: they have no summer time. Both who work with zones are asked: `Intl` alone knows old
 * abbreviations that mean another place elsewhere (its AST is Alaska).
 */
export const namedTimeZone = (name: string): string | null => {
  if (!/^[A-Za-z]/.test(name) || name.length > lengthMax) return null
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    const { timeZoneId } = new Temporal.ZonedDateTime(0n, name)
    return timeZone === '' ? null : timeZoneId
  } catch {
    return null
  }
}

/**
 * A time zone in a request. Handlers receive the canonical spelling. Browsers do not validate it, because not all have
 * `Temporal`.
 */
export const timeZone = z.codec(z.string().max(lengthMax), z.string(), {
  decode: (text, payload) => {
    const found = namedTimeZone(text)
    if (found !== null) return found
    payload.issues.push({ code: 'custom', input: text, message: nameProblem })
    return z.NEVER
  },
  encode: (name) => name,
})
