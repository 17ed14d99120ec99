import { decodeResponse, type Request } from '@busbar/modbus'

export const pathUnavailable = 10
export const noAnswer = 11
/** No exceptions of the standard have these numbers: an answer came with more digits than can be calculated with, or made no sense. */
export const tooManyDigits = 254
const nonsense = 255

export type DecodedAnswer = { readonly words: ArrayLike<number> } | { readonly exception: number }

/**
 * What an answer tells: registers or bits, nothing of a write that was done, or the exception, 1 to 255. The gate says no answer as an
 * exception, or not at all.
 */
export function decodeAnswer(request: Request, pdu: Uint8Array | undefined): DecodedAnswer {
  if (pdu === undefined) return { exception: noAnswer }
  const decoded = decodeResponse(pdu, request)
  if ('err' in decoded) return { exception: nonsense }
  const response = decoded.ok
  if (response.fn === 'exception') return { exception: response.code || nonsense }
  if (response.fn === 1 || response.fn === 2) return { words: response.bits }
  if (response.fn === 3 || response.fn === 4) return { words: response.words }
  return { words: [] }
}
