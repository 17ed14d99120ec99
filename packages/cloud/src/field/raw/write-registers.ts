import type { Request } from '@busbar/modbus'
import { isUnclear, type ModbusClient } from '@busbar/polling'
import type { WriteFunction } from '@busbar/templates'
import { deadlineMs, failureText, type Result } from './read-registers.ts'

export interface RegisterWrite {
  unit: number
  kind: 'holding' | 'coil'
  address: number
  values: readonly number[]
  writeFunction: WriteFunction
}

/** A request with the address that it writes first. */
type WriteRequest = Request & { address: number }

/**
 * Sends every request once, in order, until one fails; no request is sent twice. An `err` with the prefix `unclear:`
 * means that the device may have executed it nevertheless.
 */
export const writeRegisters = async (
  client: ModbusClient,
  writing: RegisterWrite,
): Promise<Result<{ written: number }>> => {
  const { unit, kind, address, values } = writing
  for (const request of requestsOf(writing)) {
    const outcome = await client.ask<Request>(unit, request, { priority: 'write', deadlineMs })
    if (!('err' in outcome)) continue
    const why = failureText(outcome.err, { unit, kind, address: request.address })
    const before = request.address - address
    const partly = before === 0 ? '' : `; ${before} of ${values.length} values were written before it`
    return { err: `${isUnclear(outcome.err) ? 'unclear: ' : ''}${why}${partly}` }
  }
  return { ok: { written: values.length } }
}

const requestsOf = ({ kind, address, values, writeFunction }: RegisterWrite): WriteRequest[] => {
  const isSingly = writeFunction === 'always-6' || (writeFunction === 'normal' && values.length === 1)
  if (kind === 'coil') {
    if (isSingly) return values.map((bit, i) => ({ fn: 5, address: address + i, on: bit === 1 }))
    return [{ fn: 15, address, bits: values }]
  }
  if (isSingly) return values.map((word, i) => ({ fn: 6, address: address + i, word }))
  return [{ fn: 16, address, words: values }]
}
