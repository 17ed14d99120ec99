import type { Client } from '@busbar/wire'
import type { CloudContract } from './api.ts'

let loading: Promise<Client<CloudContract>> | undefined

/** The way to the service. Its contract is large: a page is drawn while it comes. */
export const loadApi = (): Promise<Client<CloudContract>> => {
  loading ??= import('./api.ts').then(
    ({ api }) => api,
    (error: unknown) => {
      // A failed import is retried by the next call.
      loading = undefined
      throw error
    },
  )
  return loading
}
