import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccessFields, Endpoint } from '../contract/endpoint.ts'
import { Refusal } from './refusal.ts'
import { answerError } from './reply/answer.ts'
import { discard, isUnread } from './request/read-body.ts'
import type { RequestInProgress, Service } from './service.ts'

/** The end of the way, when every gate was passed: gives what is sent. */
type FinalHandler<Context, Access extends AccessFields> = (call: RequestInProgress<Context, Access>) => unknown

type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Passes requests for one endpoint, or for none, through the gates. Decisions that do not depend on the request are
 * made here.
 */
export const serveEndpoint = <Context, Access extends AccessFields>(
  service: Service<Context, Access>,
  endpoint: Endpoint<Access> | null,
  arrive: FinalHandler<Context, Access>,
): RouteHandler => {
  const steps = service.gates.map((gate) => gate(endpoint, service)).filter((step) => step !== null)
  const begin = (request: FastifyRequest, reply: FastifyReply): RequestInProgress<Context, Access> => {
    const { headers, httpVersion } = request.raw
    if (headers.host === undefined && httpVersion === '1.1') throw new Refusal(service.codes.malformed)
    return { request, reply, endpoint, context: service.context(request, reply), body: undefined, input: {} }
  }
  return async (request, reply) => {
    try {
      const call = begin(request, reply)
      for (const step of steps) {
        const wait = step(call)
        if (wait !== undefined) await wait
      }
      return await arrive(call)
    } catch (error) {
      return answerError(service, reply, error)
    } finally {
      if (isUnread(request.raw)) leave(request, reply, service.bodyBytesMax)
    }
  }
}

/** How much of a refused body is thrown away before its sender is cut off, in bodies of the largest size. */
const discardedBodies = 16

const leave = ({ raw }: FastifyRequest, reply: FastifyReply, bytesMax: number): void => {
  // A client that expects "100 Continue" and does not receive it may or may not send its body, so the connection is
  // closed.
  if (raw.headers.expect !== undefined) reply.header('connection', 'close')
  discard(raw, discardedBodies * bytesMax)
}
