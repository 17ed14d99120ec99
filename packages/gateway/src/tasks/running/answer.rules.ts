import { decodeResponse, type Request } from '@busbar/modbus'
import type { ExecutionCode } from './fault.ts'

const byException: Readonly<Record<number, ExecutionCode>> = {
  1: 'EXC_MB_ILLEGAL_FUNCTION',
  2: 'EXC_MB_ILLEGAL_DATA_ADDRESS',
  3: 'EXC_MB_ILLEGAL_DATA_VALUE',
  4: 'EXC_MB_SLAVE_DEVICE_FAILURE',
  5: 'EXC_MB_ACKNOWLEDGE',
  6: 'EXC_MB_SLAVE_BUSY',
  8: 'EXC_MB_MEMORY_PARITY_ERROR',
  10: 'EXC_PARAM_PATH_UNAVAILABLE',
  11: 'EXC_PARAM_TARGET_FAILED',
}

export type Told = { readonly words: ArrayLike<number> } | { readonly errorCode: ExecutionCode }

/** What an answer tells: registers or bits, nothing of a write that was done, or why not. The gate says no answer as exceptions, or not at all. */
export function toldBy(request: Request, pdu: Uint8Array | undefined): Told {
  if (pdu === undefined) return { errorCode: 'EXC_PARAM_TARGET_FAILED' }
  const decoded = decodeResponse(pdu, request)
  if ('err' in decoded) return { errorCode: 'EXC_UNKNOWN' }
  const response = decoded.ok
  if (response.fn === 'exception') return { errorCode: byException[response.code] ?? 'EXC_UNKNOWN' }
  if (response.fn === 1 || response.fn === 2) return { words: response.bits }
  if (response.fn === 3 || response.fn === 4) return { words: response.words }
  return { words: [] }
}
