import { rowJson } from '@busbar/database'
import { compileValue, type ValueCodec, type ValueFormat } from '@busbar/modbus'
import { type Reason, valueReason } from '@busbar/polling'
import type { WriteFacts } from './facts.sql.ts'

/** A value as people see it, and with every digit that the device has. */
export interface Value {
  shown: string
  exact: string
}

/** How a parameter's values are read and written, either way. */
export interface ParamCodec {
  shown: ValueCodec
  exact: ValueCodec
}

/** As it is stored, sensible or not. */
export const formatOf = (facts: WriteFacts): ValueFormat => {
  const { valueType, order, bitPosition, bitsAmount, multiplier, shift, precision, min, max, enum: labels } = facts
  const { nanValues, coding, address } = facts
  const scale = { multiplier, shift, precision, min, max }
  return rowJson({ valueType, order, bitPosition, bitsAmount, ...scale, enum: labels, nanValues, coding, address })
}

/** Returns the codec of a parameter with a valid format. */
export const codecOf = (facts: WriteFacts): ParamCodec => {
  const format = formatOf(facts)
  const { precision: _, ...unrounded } = format
  return { shown: compileValue(format), exact: compileValue(unrounded) }
}

/** Returns the value of registers or a coil. */
export const valueIn = ({ shown, exact }: ParamCodec, words: ArrayLike<number>): { ok: Value } | { err: Reason } => {
  const [seen, known] = [shown.decode(words), exact.decode(words)]
  if ('err' in seen) return { err: valueReason(seen.err) }
  return 'err' in known ? { err: valueReason(known.err) } : { ok: { shown: seen.ok, exact: known.ok } }
}

/** Returns the nearest value that the registers can hold for a text; null if it cannot be written. */
export const nearestValue = (codec: ParamCodec, text: string): Value | null => {
  const encoded = codec.shown.encode(text)
  const decoded = 'ok' in encoded ? valueIn(codec, encoded.ok.words) : encoded
  return 'ok' in decoded ? decoded.ok : null
}
