import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import { type AnswerOf, call, type OperationName, type RequestOf, type Resources } from './call.ts'

export { type AnswerOf, call, type OperationName, type RequestOf, type Resources } from './call.ts'

/** The key under which an answer is kept; what is left out of the request matches any. */
export const keyOf = <R extends Resources, N extends OperationName<R>>(
  resource: R,
  name: N,
  request: Partial<RequestOf<R, N>> = {},
): QueryKey => [resource, name, request]

/** A question to the service, for `useQuery`: `useQuery(apiQuery('nets', 'list', { orgId }))`. */
export const apiQuery = <R extends Resources, N extends OperationName<R>>(
  resource: R,
  name: N,
  request: RequestOf<R, N>,
): UseQueryOptions<AnswerOf<R, N>, ApiError> & { queryKey: QueryKey } =>
  queryOptions<AnswerOf<R, N>, ApiError>({
    queryKey: keyOf(resource, name, request),
    queryFn: ({ signal }) => call(resource, name, request, signal),
  })
