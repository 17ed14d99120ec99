import { ApiError } from './api-error.ts'

/** What a refused sign-in says of the second factor: that there is one, that its code was wrong, or nothing. */
export const factorError = (error: unknown): 'needed' | 'wrong' | null => {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'SecondFactorNeeded') return 'needed'
  return error.code === 'SecondFactorWrong' ? 'wrong' : null
}
