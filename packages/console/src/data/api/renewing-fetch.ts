import type { Session } from '../state/session.ts'
import type { StoredValue } from '../state/stored.ts'

export interface RenewingFetchOptions {
  fetch: typeof fetch
  session: Pick<StoredValue<Session | null>, 'get' | 'subscribe'>
  /** Where a refusal has its code. */
  codeField: string
  /** The service no longer takes the token of the session. */
  onEnd: (token: string) => void
}

const endCodes: readonly unknown[] = ['NoAuthTokenProvided', 'IncorrectAuthToken', 'CantParseAuthToken']

/**
 * Holds requests that are refused because the session is over until the same user has another one, and sends them again: no
 * edit is lost. Such a refusal comes before anything is done, so nothing is done twice. Where the user
 * leaves, or another one comes, the refusal is the answer.
 */
export const renewingFetch =
  ({ fetch: send, session, codeField, onEnd }: RenewingFetchOptions): typeof fetch =>
  async (input, init = {}) => {
    let sentAs = session.get()
    let response = await send(input, init)
    while (sentAs !== null && (await isEnd(response, codeField))) {
      if (session.get()?.token === sentAs.token) onEnd(sentAs.token)
      const next = await otherThan(sentAs, session, init.signal ?? null)
      if (next?.email !== sentAs.email) return response
      sentAs = next
      const headers = new Headers(init.headers)
      headers.set('authorization', `token ${next.token}`)
      response = await send(input, { ...init, headers })
    }
    return response
  }

const isEnd = async (response: Response, codeField: string): Promise<boolean> => {
  if (response.status !== 401) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as Record<string, unknown> | null
  return endCodes.includes(body?.[codeField])
}

/** The next session after this one, or null when the user is signed out; waits for it, but no longer than who asks. */
const otherThan = async (
  { token }: Session,
  session: RenewingFetchOptions['session'],
  signal: AbortSignal | null,
): Promise<Session | null> => {
  const { promise, resolve, reject } = Promise.withResolvers<Session | null>()
  const check = (): void => {
    const now = session.get()
    if (now?.token !== token) resolve(now)
  }
  const abort = (): void => reject(signal?.reason as Error)
  const leave = session.subscribe(check)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted === true) abort()
  check()
  try {
    return await promise
  } finally {
    leave()
    signal?.removeEventListener('abort', abort)
  }
}
