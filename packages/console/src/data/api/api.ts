import { contract, errorFields } from '@busbar/cloud/contract'
import { type Client, client } from '@busbar/wire'
import { z } from 'zod'
import { noteServerTime } from '../state/server-time.ts'
import { session } from '../state/session.ts'
import { noteSessionEnd } from '../state/session-end.ts'
import { noteLinkEnd, shareToken } from '../state/share-link.ts'
import { fetchOrPrefetched } from './first-answers.ts'
import { linkFetch } from './link-fetch.ts'
import { renewingFetch } from './renewing-fetch.ts'

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
