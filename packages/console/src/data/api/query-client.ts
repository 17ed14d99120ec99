import { QueryClient } from '@tanstack/react-query'
import { session } from '../state/session.ts'
import { ApiError } from './api-error.ts'

const triesMax = 3
const staleMs = 10_000

/** Answers that are kept, for as long as the user is the same. */
export const createQueryClient = (): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleMs,
        // Requests fail when the service is unreachable, and stored data is shown; browsers often report the network
        // state wrongly.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => error instanceof ApiError && error.isPassing && failures < triesMax,
      },
      // A change is never sent later than the user intended.
      mutations: { networkMode: 'always' },
    },
  })
  let user = session.get()?.email
  session.subscribe(() => {
    const now = session.get()?.email
    // After a sign-out the cache is empty already.
    if (user !== undefined && now !== user) client.clear()
    user = now
  })
  return client
}
