import { Refusal } from '../refusal.ts'
import { methodsAt } from '../routes.ts'
import type { PlainGate } from '../service.ts'

/** Refuses an unknown path, and a method that the path does not have, before anything of a body is read. */
export const endpoint: PlainGate = (found, { codes, errors }) => {
  if (found !== null) return null
  return ({ request }) => {
    const methods = methodsAt(request.server, request.url)
    // A path that cannot be decoded, and `/card/` where there is `/card/*`, look as if they had the method.
    if (methods.length === 0 || methods.includes(request.method)) throw new Refusal(codes.path)
    const isMethodError = errors[codes.method]?.status === 405
    throw new Refusal(codes.method, '', isMethodError ? { allow: methods.join(', ') } : {})
  }
}
