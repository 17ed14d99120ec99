import type { Cloud } from '@busbar/cloud'
import { contract, errorFields } from '@busbar/cloud/contract'
import { type ApiResult, type Client, client } from '@busbar/wire'

export type Api = Client<typeof contract>
/** What an operation answers when nothing went wrong. */
export type AnswerOf<Operation extends (...args: never[]) => Promise<ApiResult<unknown>>> =
  Awaited<ReturnType<Operation>> extends ApiResult<infer Answer> ? Answer : never

/** The service's API, as any other program would use it; `signIn` opens it. */
export const apiOf = ({ url }: Pick<Cloud, 'url'>): { api: Api; signIn: (token: string) => void } => {
  let token = ''
  const authorization = (): string | undefined => (token === '' ? undefined : `token ${token}`)
  const api = client(contract, { baseUrl: url, errorFields, authorization })
  return { api, signIn: (newToken) => void (token = newToken) }
}

/** What was answered, where nothing can have gone wrong but by our own mistake. */
export const expectOk = <T>(outcome: ApiResult<T>): T => {
  if ('ok' in outcome) return outcome.ok
  throw new Error(`the demo could not be prepared: ${outcome.err.message} (${outcome.err.code})`)
}

type CreateAnswer = { result: 'success'; id: number } | { result: 'error'; errors: Record<string, string> }

/** The id of what was made, where an answer may say what is wrong with it. */
export const createdId = (outcome: CreateAnswer): number => {
  if (outcome.result === 'success') return outcome.id
  throw new Error(`the demo could not be prepared: ${JSON.stringify(outcome.errors)}`)
}
