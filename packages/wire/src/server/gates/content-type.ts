import { Refusal } from '../refusal.ts'
import type { PlainGate } from '../service.ts'

const json = /^application\/json\s*(;|$)/i

/** Every request says that it is JSON, those without a body too, unless the service lets a GET of an extension say nothing. */
export const contentType: PlainGate = (endpoint, { codes, acceptsPlainGets = false }) => {
  const defaultType =
    acceptsPlainGets && endpoint?.extension === true && endpoint.method === 'GET' ? 'application/json' : ''
  return ({ request }) => {
    if (!json.test(request.headers['content-type'] ?? defaultType)) throw new Refusal(codes.contentType)
  }
}
