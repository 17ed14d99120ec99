import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { type AnswerOf, call, type OperationName, type RequestOf, type Resources } from '../../api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { errorText } from '../feedback/error-text.ts'
import { toast } from '../feedback/toasts.tsx'

/**
 * An operation that changes something: `const confirm = useAction('alerts', 'confirm', [['alerts']])`, then `confirm.mutate({ alertId })`.
 * The queries named by `invalidates` are loaded again; an error is shown in a toast.
 */
export const useAction = <R extends Resources, N extends OperationName<R>>(
  resource: R,
  name: N,
  invalidates: readonly QueryKey[],
): UseMutationResult<AnswerOf<R, N>, ApiError, RequestOf<R, N>> => {
  const client = useQueryClient()
  const texts = useTexts()
  return useMutation({
    mutationFn: (request) => call(resource, name, request),
    onSuccess: () => Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey }))),
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
}
