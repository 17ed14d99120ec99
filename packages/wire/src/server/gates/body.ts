import { Refusal } from '../refusal.ts'
import { parseJson } from '../request/json.ts'
import { readBody } from '../request/read-body.ts'
import type { PlainGate } from '../service.ts'

/** Reads the body and parses it. A GET's is never looked at. */
export const body: PlainGate = (endpoint, { codes, bodyBytesMax, acceptsEmptyBody = false }) => {
  if (endpoint?.body === undefined) return null
  return async (call) => {
    const { raw } = call.request
    if (raw.headers.expect?.toLowerCase() === '100-continue') call.reply.raw.writeContinue()
    const bytes = await readBody(raw, bodyBytesMax)
    if (bytes === null) throw new Refusal(codes.size)
    if (bytes.length === 0 && acceptsEmptyBody) {
      call.body = null
      return
    }
    const parsed = parseJson(bytes)
    if ('err' in parsed) throw new Refusal(codes.body, parsed.err)
    call.body = parsed.ok
  }
}
