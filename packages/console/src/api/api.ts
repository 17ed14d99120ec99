import { contract, errorFields } from '@busbar/cloud/contract'
import { type Client, client } from '@busbar/wire'
import { z } from 'zod'
import { session } from '../state/session.ts'
import { noteSessionEnd } from '../state/session-end.ts'
import { fetchOrFirst } from './first-answers.ts'
import { renewingFetch } from './renewing-fetch.ts'

// Schemas would be compiled with `new Function`, which the page's policy forbids.
z.config({ jitless: true })

export type CloudContract = typeof contract

/** The only way to the service: every call is one of its contract. */
export const api: Client<CloudContract> = client(contract, {
  baseUrl: '/api/v1',
  errorFields,
  authorization: () => {
    const now = session.get()
    return now === null ? undefined : `token ${now.token}`
  },
  fetch: renewingFetch({
    fetch: fetchOrFirst,
    session,
    codeField: errorFields.code,
    onEnd: noteSessionEnd,
  }),
})
