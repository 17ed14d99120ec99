import type { Answer, ApiResult, Request } from '@busbar/wire'
import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import { chosenZone, language } from '../state/preferences.ts'
import type { CloudContract } from './api.ts'
import { type ApiError, okOrThrow } from './api-error.ts'
import { loadApi } from './load-api.ts'

export type Resources = keyof CloudContract
export type OperationName<R extends Resources> = keyof CloudContract[R] & string
export type AnswerOf<R extends Resources, N extends OperationName<R>> = Answer<CloudContract[R][N]>
export type RequestOf<R extends Resources, N extends OperationName<R>> = Request<CloudContract[R][N]>

/** A call of the contract by its names. */
export const call = async <R extends Resources, N extends OperationName<R>>(
  resource: R,
  name: N,
  request: RequestOf<R, N>,
  signal?: AbortSignal,
): Promise<AnswerOf<R, N>> => {
  const api = await loadApi()
  const send = api[resource][name] as (request: unknown, options: object) => Promise<ApiResult<AnswerOf<R, N>>>
  return okOrThrow(send(request, signal === undefined ? {} : { signal }))
}

/** Returns the query key; omitted request fields match any value. */
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

/** Applies the language and time zone of the profile after signing in. */
export const takeOverProfile = async (): Promise<void> => {
  const user = await call('sessions', 'user', {}).catch(() => null)
  if (user?.language !== undefined) language.set(user.language)
  if (user !== null) chosenZone.set(user.timeZone ?? null)
}
