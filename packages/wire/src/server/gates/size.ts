import { Refusal } from '../refusal.ts'
import type { PlainGate } from '../service.ts'

/** Refuses a body by the length that it announces. One that announces none is counted while it is read, by `body`. */
export const size: PlainGate = (endpoint, { codes, bodyBytesMax }) => {
  if (endpoint?.body === undefined) return null
  return ({ request }) => {
    const announced = request.headers['content-length']
    if (announced !== undefined && Number(announced) > bodyBytesMax) throw new Refusal(codes.size)
  }
}
