import type { ApiResult, Failure } from '@busbar/wire'

/** What the service refused, or that it is out of reach, as something that queries can throw. */
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

/** What a refused sign-in says of the second factor: that there is one, that its code was wrong, or nothing. */
export const factorError = (error: unknown): 'needed' | 'wrong' | null => {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'SecondFactorNeeded') return 'needed'
  return error.code === 'SecondFactorWrong' ? 'wrong' : null
}
