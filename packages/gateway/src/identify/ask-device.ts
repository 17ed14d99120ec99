import { decodeResponse, encodeRequest, type Request } from '@busbar/modbus'
import type { FieldBus, LineSettings } from '../bus/request.ts'
import type { Value } from './judge.rules.ts'
import type { EngineCode } from './language/problem.ts'
import type { FieldSource } from './run.ts'

const timeoutMs = 500
/** A frame that was lost is sent again once: reading changes nothing. */
const triesMax = 2
/** Function 43: one object, asked by its number. */
const oneObject = 4

export interface Device {
  readonly unit: number
  readonly line: LineSettings
  readonly signal: AbortSignal
}

const requestFor = (source: FieldSource): Request =>
  source.fn === 43 ? { fn: 43, level: oneObject, object: source.object } : source

/** Reads a value from the device. A device that is silent gives a value too; a bus that is not there gives an error. */
export async function askDevice(
  bus: FieldBus,
  { unit, line, signal }: Device,
  source: FieldSource,
): Promise<Value | { readonly errorCode: EngineCode }> {
  const request = requestFor(source)
  const pdu = encodeRequest(request)
  for (let tries = 1; ; tries += 1) {
    const answer = await bus.transact({ by: 'identify', unit, pdu, timeoutMs, line, signal })
    if ('ok' in answer) return valueOf(answer.ok, request)
    if (answer.err === 'slave') return { errorCode: 'ERROR_SERIAL_IS_SLAVE' }
    if (answer.err === 'full' || answer.err === 'closed') return { errorCode: 'ERROR_BUSY' }
    if (answer.err === 'dropped' || tries === triesMax || signal.aborted) return 'silent'
  }
}

function valueOf(pdu: Uint8Array, request: Request): Value {
  const decoded = decodeResponse(pdu, request)
  if ('err' in decoded) return 'silent'
  const response = decoded.ok
  if (response.fn === 'exception') return { exception: response.code }
  if (response.fn === 1 || response.fn === 2) return { numbers: Array.from(response.bits) }
  if (response.fn === 3 || response.fn === 4) return { numbers: Array.from(response.words) }
  if (response.fn !== 43 || request.fn !== 43) return 'silent'
  const object = response.objects.find(({ id }) => id === request.object)
  return object === undefined ? 'silent' : { text: Buffer.from(object.value).toString('utf8') }
}
