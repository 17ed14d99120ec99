import type { ApiResult, Failure } from '@busbar/wire'

/** Refusal of the service, or its unavailability, as an error for queries. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly status: number

  constructor({ code, message, status }: Failure) {
    super(message)
    this.code = code
    this.status = status
  }

  /** The same again may go better; what took too long would do so again. */
  get isPassing(): boolean {
    if (this.code === 'Unavailable') return false
    return this.status === 0 || this.status >= 500 || this.code === 'TooManyRequests'
  }
}

/** The answer, or the refusal thrown. */
export const okOrThrow = async <T>(outcome: Promise<ApiResult<T>>): Promise<T> => {
  const result = await outcome
  if ('ok' in result) return result.ok
  throw new ApiError(result.err)
}

/** Returns whether a refused sign-in requires a second factor, or had a wrong code; null otherwise. */
export const factorError = (error: unknown): 'needed' | 'wrong' | null => {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'SecondFactorNeeded') return 'needed'
  return error.code === 'SecondFactorWrong' ? 'wrong' : null
}
