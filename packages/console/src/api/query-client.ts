import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { session } from '../state/session.ts'
import { ApiError } from './api-error.ts'

const triesMax = 3
const staleMs = 10_000

/** A session that ended elsewhere is forgotten here, and the console asks to sign in again. */
const noticeEnd = (error: Error): void => {
  if (error instanceof ApiError && error.isSignedOut) session.set(null)
}

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    defaultOptions: {
      queries: {
        staleTime: staleMs,
        retry: (failures, error) => error instanceof ApiError && error.isPassing && failures < triesMax,
      },
    },
  })
