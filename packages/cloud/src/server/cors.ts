import type { FastifyInstance } from 'fastify'

const requestMethodHeader = 'access-control-request-method'
const allowed = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, last-event-id',
  'access-control-max-age': '600',
}

/**
 * Lets pages of these origins use the API. Nothing is sent along by itself: such a page has a key or a token of its own, and cookies of the
 * console are not for it.
 */
export const addCors = (app: FastifyInstance, prefix: string, origins: ReadonlySet<string>): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${prefix}/`)) return
    const { origin } = request.headers
    // A cache between must not hand the answer for one to another.
    reply.header('vary', 'Origin')
    if (origin === undefined || !origins.has(origin)) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after, content-disposition',
    })
    if (request.method === 'OPTIONS' && request.headers[requestMethodHeader] !== undefined) {
      return reply.headers(allowed).code(204).send()
    }
  })
}
