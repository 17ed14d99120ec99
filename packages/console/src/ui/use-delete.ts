import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import type { ApiError } from '../api/api-error.ts'
import { toast } from './toasts.tsx'

export interface UseDeleteOptions {
  act: () => Promise<unknown>
  /** Where one goes from a page that is about nothing any more. */
  to: NavigateOptions
  /** What is said then. */
  done: string
}

/** Deletes what the page is about, goes away from there, and forgets all that was kept of it. */
export const useDelete = ({ act, to, done }: UseDeleteOptions): UseMutationResult<unknown, ApiError, void> => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      toast(done)
      // What was typed about it is lost with it.
      await navigate({ ...to, ignoreBlocker: true })
      client.removeQueries({ type: 'inactive' })
      await client.invalidateQueries()
    },
  })
}
