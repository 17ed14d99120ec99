import { sumText, type ValueCodec } from '@busbar/modbus'
import { refusalText } from './refusals.rules.ts'
import { nearestValue, type ParamCodec, type Value } from './value.rules.ts'
import { valueFor } from './value-to-write.ts'

/** A change of a parameter's value, as it was asked for. */
export type WriteRequest =
  | { by: 'write' | 'save' | 'alert'; value: string }
  | { by: 'increment'; amount: string }
  /** `off` where the value is anything else, otherwise `on`. */
  | { by: 'toggle'; off: string; on: string }

/** Converts the values of a request to the parameter's format. */
export const requestFor = (facts: Parameters<typeof valueFor>[0], request: WriteRequest): WriteRequest => {
  if (request.by === 'increment') return request
  if (request.by === 'toggle') return { ...request, off: valueFor(facts, request.off), on: valueFor(facts, request.on) }
  return { ...request, value: valueFor(facts, request.value) }
}

/** Why a request is refused whatever the old value is, or null. */
export const requestProblem = (request: WriteRequest, { shown }: ParamCodec, valueType: string): string | null => {
  if (request.by === 'increment') {
    if (valueType === 'string') return 'A text cannot be incremented.'
    return sumText(request.amount, '0') === null ? 'The amount is not a plain decimal number.' : null
  }
  if (request.by === 'toggle') return encodeProblem(shown, request.off) ?? encodeProblem(shown, request.on)
  return encodeProblem(shown, request.value)
}

/** Returns whether the request depends on the current value. */
export const needsOld = ({ by }: WriteRequest): boolean => by === 'increment' || by === 'toggle'

/**
 * Returns the text to write. `old` is null if the registers hold no value; a request that depends on it then gives
 * null.
 */
export const wantedText = (request: WriteRequest, codec: ParamCodec, old: Value | null): string | null => {
  if (request.by === 'increment') return old && sumText(old.exact, request.amount)
  if (request.by === 'toggle') return old?.shown === nearestValue(codec, request.off)?.shown ? request.on : request.off
  return request.value
}

const encodeProblem = (codec: ValueCodec, text: string): string | null => {
  const encoded = codec.encode(text)
  return 'err' in encoded ? refusalText(encoded.err) : null
}
