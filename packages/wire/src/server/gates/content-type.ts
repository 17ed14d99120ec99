import { Refusal } from '../refusal.ts'
import type { PlainGate } from '../service.ts'

const json = /^application\/json\s*(;|$)/i

/**
 * Requires the content type JSON, also without a body, unless the service accepts a GET of an extension without one.
 */
export const contentType: PlainGate = (endpoint, { codes, acceptsPlainGets = false }) => {
  const defaultType =
    acceptsPlainGets && endpoint?.extension === true && endpoint.method === 'GET' ? 'application/json' : ''
  return ({ request }) => {
    if (!json.test(request.headers['content-type'] ?? defaultType)) throw new Refusal(codes.contentType)
  }
}
