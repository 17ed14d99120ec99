import { z } from 'zod'

/** Credentials of users. */

export const password = z.string().max(1024).describe('Password of the user, at most 1024 characters.')

/** Codes of apps have six digits, those of recovery sixteen characters with dashes between. */
export const givenFactor = z
  .string()
  .min(6)
  .max(40)
  .describe('Second factor: six digits of the app, or a recovery code.')

export const factorErrors = {
  SecondFactorNeeded: 'a second factor is enabled, and no code was sent.',
  SecondFactorWrong: 'the code is wrong or has already been used.',
}
