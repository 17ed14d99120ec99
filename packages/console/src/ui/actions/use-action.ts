import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, call, type OperationName, type RequestOf, type Resources } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText } from '../feedback/error-text.ts'
import { toast } from '../feedback/toasts.tsx'

/**
 * An operation that changes something: `const remove = useAction('alerts', 'delete', [['alerts']], () => toast(texts.deleted))`, then
 * `remove.mutate({ alertId }, { onSuccess: close })`. The queries named by `invalidates` are loaded again; an error is shown in a toast.
 *
 * `onDone` reports the result, and runs although the component is gone: a dialog may be closed while the request is in flight. The callbacks of
 * `mutate` do not run then, so they only change the component itself.
 */
export const useAction = <R extends Resources, N extends OperationName<R>>(
  resource: R,
  name: N,
  invalidates: readonly QueryKey[],
  onDone?: (answer: AnswerOf<R, N>, request: RequestOf<R, N>) => unknown,
): UseMutationResult<AnswerOf<R, N>, ApiError, RequestOf<R, N>> => {
  const client = useQueryClient()
  const texts = useTexts()
  return useMutation({
    mutationFn: (request) => call(resource, name, request),
    onSuccess: async (answer, request) => {
      await Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })))
      onDone?.(answer, request)
    },
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
}
