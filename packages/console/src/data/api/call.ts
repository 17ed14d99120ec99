import type { Answer, ApiResult, Request } from '@busbar/wire'
import type { CloudContract } from './api.ts'
import { okOrThrow } from './api-error.ts'
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
