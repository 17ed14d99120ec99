import { instant } from '@busbar/wire'
import type { z } from 'zod'

/** From when till when. */
export const span = {
  from: instant.describe('Beginning of the span; ISO 8601, UTC where it names no zone.'),
  till: instant.describe('End of the span; not before its beginning.'),
}

interface Span {
  from?: Date | undefined
  till?: Date | undefined
}

/** A span that runs backwards is more likely a mistake than a question. */
export const isForward = ({ from, till }: Span): boolean =>
  from === undefined || till === undefined || from.getTime() <= till.getTime()

export const backwards: z.core.$ZodCustomParams = { path: ['till'], message: 'must not be before from' }
