import { Refusal } from '../refusal.ts'
import { readBody } from '../request/read-body.ts'
import type { PlainGate } from '../service.ts'

/** In the place of `body`, for protocols that are no JSON: the body as it came, as `bytes`. */
export const bytes: PlainGate = (endpoint, { codes, bodyBytesMax }) => {
  if (endpoint?.body === undefined) return null
  return async (call) => {
    const read = await readBody(call.request.raw, bodyBytesMax)
    if (read === null) throw new Refusal(codes.size)
    call.body = { bytes: read }
  }
}
