import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '../../contract/endpoint.ts'
import { shapeProblem } from '../request/shape-problem.ts'

/** A handler answered otherwise than its contract says. */
export class WrongReply extends Error {}

/** Refuses an answer that is not of its schema, or that says more than it. */
export const checkReply = ({ method, path, reply }: Endpoint, text: string): void => {
  const sent: unknown = JSON.parse(text)
  const parsed = reply.safeParse(sent)
  const where = `the reply of ${method} ${path}`
  if (!parsed.success) throw new WrongReply(shapeProblem(where, parsed.error.issues))
  if (!isDeepStrictEqual(parsed.data, sent)) throw new WrongReply(`${where} says more than its schema`)
}
