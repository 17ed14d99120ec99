import { contract, errorFields } from '@busbar/cloud/contract'
import type { Store } from '@busbar/ui/store'
import { type Client, client } from '@busbar/wire'
import { z } from 'zod'
import { noteServerTime } from '../state/server-time.ts'
import { noteSessionEnd, type Session, session } from '../state/session.ts'
import { noteLinkEnd, shareToken } from '../state/share-link.ts'
import { fetchOrPrefetched } from './first-answers.ts'

interface RenewingFetchOptions {
  fetch: typeof fetch
  session: Pick<Store<Session | null>, 'get' | 'subscribe'>
  /** Field of a refusal that contains its code. */
  codeField: string
  /** The service no longer takes the token of the session. */
  onEnd: (token: string) => void
}

const endCodes: readonly unknown[] = ['NoAuthTokenProvided', 'IncorrectAuthToken', 'CantParseAuthToken']

/**
 * Holds requests that are refused because the session expired until the same user signs in again, and repeats them: no
 * edit is lost. Such a refusal comes before any effect, so nothing is done twice. If the user leaves or another one
 * signs in, the request fails.
 */
export const renewingFetch =
  ({ fetch: send, session: current, codeField, onEnd }: RenewingFetchOptions): typeof fetch =>
  async (input, init = {}) => {
    let sentAs = current.get()
    let response = await send(input, init)
    while (sentAs !== null && (await isEnd(response, codeField))) {
      if (current.get()?.token === sentAs.token) onEnd(sentAs.token)
      const next = await otherThan(sentAs, current, init.signal ?? null)
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
  current: RenewingFetchOptions['session'],
  signal: AbortSignal | null,
): Promise<Session | null> => {
  const { promise, resolve, reject } = Promise.withResolvers<Session | null>()
  const check = (): void => {
    const now = current.get()
    if (now?.token !== token) resolve(now)
  }
  const abort = (): void => reject(signal?.reason as Error)
  const leave = current.subscribe(check)
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

interface LinkFetchOptions {
  fetch: typeof fetch
  /** Token of the share link of the page. */
  token: () => string | null
  /** Field of a refusal that contains its code. */
  codeField: string
  /** The service takes the link no longer. */
  onEnd: (token: string) => void
}

/** Sends requests by a share link and reports its end when any request is refused. */
export const linkFetch =
  ({ fetch: send, token, codeField, onEnd }: LinkFetchOptions): typeof fetch =>
  async (input, init) => {
    const sentBy = token()
    const response = await send(input, init)
    if (sentBy === null || response.status !== 401) return response
    const body = (await response
      .clone()
      .json()
      .catch(() => null)) as Record<string, unknown> | null
    if (body?.[codeField] === 'IncorrectAuthToken') onEnd(sentBy)
    return response
  }

// Schemas would be compiled with `new Function`, which the page's policy forbids.
z.config({ jitless: true })

export type CloudContract = typeof contract

/** Every answer of the service has its time. */
const withServerTime =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await send(...request)
    noteServerTime(response)
    return response
  }

const plain = withServerTime((...request) => fetch(...request))
const codeField = errorFields.code
const bySession = renewingFetch({ fetch: withServerTime(fetchOrPrefetched), session, codeField, onEnd: noteSessionEnd })
const byLink = linkFetch({ fetch: plain, token: shareToken, codeField, onEnd: noteLinkEnd })

/** The only way to the service: every call is one of its contract. */
export const api: Client<CloudContract> = client(contract, {
  baseUrl: '/api/v1',
  errorFields,
  authorization: () => {
    const link = shareToken()
    if (link !== null) return `share ${link}`
    const now = session.get()
    return now === null ? undefined : `token ${now.token}`
  },
  fetch: (...request) => (shareToken() === null ? bySession : byLink)(...request),
})

/** For what is sent as it is, and judged by the service alone. */
export const sessionFetch: typeof fetch = (input, init = {}) => {
  const headers = new Headers(init.headers)
  headers.set('authorization', `token ${session.get()?.token ?? ''}`)
  return bySession(input, { ...init, headers })
}
