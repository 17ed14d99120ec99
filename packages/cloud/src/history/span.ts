import { instant, isRoundedUp, startInstant } from '@busbar/wire'
import type { z } from 'zod'

/** From when till when. */
export const span = {
  from: instant.describe('Start of the period; ISO 8601, UTC without a zone.'),
  till: instant.describe('End of the period, not before its start.'),
}

/** Beginning of a span of readings, which includes both its ends. */
export const readingsFrom = startInstant.describe(
  'Start of the period, inclusive, rounded up to a millisecond; ISO 8601, UTC without a zone.',
)

/** A span of readings, which includes both its ends. */
export const readingsSpan = {
  from: readingsFrom,
  till: instant.describe('End of the period, inclusive; not before its start.'),
}

interface Span {
  from?: Date | undefined
  till?: Date | undefined
}

/** A span that runs backwards is more likely a mistake than a question. */
export const isForward = ({ from, till }: Span): boolean =>
  from === undefined || till === undefined || from.getTime() <= till.getTime()

/** A beginning that was rounded up may be after an end in the same millisecond: the span is empty, not backwards. */
export const isReadingsSpan = ({ from, till }: Span): boolean => {
  const isEmpty = from && till && isRoundedUp(from) && from.getTime() === till.getTime() + 1
  return isEmpty || isForward({ from, till })
}

export const backwards: z.core.$ZodCustomParams = { path: ['till'], message: 'must not be before from' }
