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
        // What is out of reach fails, and what is known of it is shown; browsers are often wrong about whether there is a network.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => error instanceof ApiError && error.isPassing && failures < triesMax,
      },
      // Nothing is sent later than the user meant.
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
