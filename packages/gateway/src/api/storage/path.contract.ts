import { z } from 'zod'

const charsMax = 1024

/** A path on the card, from its root. */
export const cardPath = z
  .string()
  .max(charsMax)
  .regex(/^\//, 'must begin with /')
  .describe('Path on the card from its root, beginning with `/`, at most 1024 characters.')
