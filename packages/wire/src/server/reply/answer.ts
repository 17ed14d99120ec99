import type { FastifyReply } from 'fastify'
import type { AccessFields } from '../../contract/endpoint.ts'
import { Refusal } from '../refusal.ts'
import { ClientGone } from '../request/read-body.ts'
import type { Service } from '../service.ts'
import { WrongReply } from './check-reply.ts'

export const jsonType = 'application/json; charset=utf-8'

type Errors = Pick<Service<never, AccessFields>, 'errors' | 'errorFields' | 'codes' | 'log' | 'refusalOf'>

/** An error's status and body as the service spells them. */
export const errorOf = (
  { errors, errorFields }: Pick<Errors, 'errors' | 'errorFields'>,
  code: string,
  message = '',
) => {
  const { status = 500, message: usual = code } = errors[code] ?? {}
  return { status, text: JSON.stringify({ [errorFields.code]: code, [errorFields.message]: message || usual }) }
}

/**
 * Converts a thrown error to an answer. An error that is not a refusal is a bug of ours: it is logged here, once,
 * without details for the client.
 */
export const answerError = (service: Errors, reply: FastifyReply, error: unknown): string | undefined => {
  if (error instanceof ClientGone) {
    reply.hijack()
    return undefined
  }
  const refusal = error instanceof Refusal ? error : (service.refusalOf?.(error) ?? null)
  const isKnown = refusal !== null && service.errors[refusal.code] !== undefined
  if (!isKnown) {
    const { method, url } = reply.request
    service.log.error({ err: error, method, url }, 'request failed')
  }
  const { status, text } = isKnown
    ? errorOf(service, refusal.code, refusal.message)
    : errorOf(service, service.codes.internal, error instanceof WrongReply ? error.message : '')
  if (isKnown) reply.headers({ ...refusal.headers })
  reply.code(status).header('content-type', jsonType)
  return text
}
