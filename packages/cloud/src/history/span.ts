import { instant, isRoundedUp, startInstant } from '@busbar/wire'
import type { z } from 'zod'

/** From when till when. */
export const span = {
  from: instant.describe('Beginning of the span; ISO 8601, UTC where it names no zone.'),
  till: instant.describe('End of the span; not before its beginning.'),
}

/** Beginning of a span of readings, which includes both its ends. */
export const readingsFrom = startInstant.describe(
  'Beginning of the span, included and rounded up to a millisecond; ISO 8601, UTC where it names no zone.',
)

/** A span of readings, which includes both its ends. */
export const readingsSpan = {
  from: readingsFrom,
  till: instant.describe('End of the span, included; not before its beginning.'),
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
