import type { Cloud } from '@busbar/cloud'
import { contract, errorFields } from '@busbar/cloud/contract'
import { type ApiResult, type Client, client } from '@busbar/wire'

export type Api = Client<typeof contract>
/** The result of an operation that succeeded. */
export type AnswerOf<Operation extends (...args: never[]) => Promise<ApiResult<unknown>>> =
  Awaited<ReturnType<Operation>> extends ApiResult<infer Answer> ? Answer : never

/** The service's API, as any other program would use it; `signIn` opens it. */
export const apiOf = ({ url }: Pick<Cloud, 'url'>): { api: Api; signIn: (token: string) => void } => {
  let token = ''
  const authorization = (): string | undefined => (token === '' ? undefined : `token ${token}`)
  const api = client(contract, { baseUrl: url, errorFields, authorization })
  return { api, signIn: (newToken) => void (token = newToken) }
}

/** Returns the result of an operation that can fail only by a bug of ours. */
export const expectOk = <T>(outcome: ApiResult<T>): T => {
  if ('ok' in outcome) return outcome.ok
  throw new Error(`the demo could not be prepared: ${outcome.err.message} (${outcome.err.code})`)
}

type CreateAnswer = { result: 'success'; id: number } | { result: 'error'; errors: Record<string, string> }

/** Returns the ID of a created object from a result that may contain field errors. */
export const createdId = (outcome: CreateAnswer): number => {
  if (outcome.result === 'success') return outcome.id
  throw new Error(`the demo could not be prepared: ${JSON.stringify(outcome.errors)}`)
}
