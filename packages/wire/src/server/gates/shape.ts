import type { z } from 'zod'
import { spreadsBody } from '../../contract/spreads-body.ts'
import { Refusal } from '../refusal.ts'
import { shapeProblem } from '../request/shape-problem.ts'
import type { PlainGate } from '../service.ts'

/** Checks params, query and body against their schemas and merges what these give. Params win: access is judged by them. */
export const shape: PlainGate = (endpoint, { codes }) => {
  if (endpoint === null) return null
  const { params, query, body } = endpoint
  const isSpread = body !== undefined && spreadsBody(body)
  const read = (where: string, schema: z.ZodType, value: unknown): object => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data as object
    throw new Refusal(codes.shape, shapeProblem(where, parsed.error.issues))
  }
  return (call) => {
    const { request } = call
    if (request.url.includes('%00')) throw new Refusal(codes.shape, 'path or query: must not contain NUL')
    const fromPath = params && read('path', params, request.params)
    const fromQuery = query && read('query', query, request.query)
    if (body === undefined && fromQuery === undefined) {
      call.input = fromPath ?? {}
      return
    }
    const fromBody = body && read('body', body, call.body)
    call.input = { ...(isSpread ? fromBody : body && { body: fromBody }), ...fromQuery, ...fromPath }
  }
}
