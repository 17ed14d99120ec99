import { toText } from './decimal.ts'
import { type Encoded, numberEncoder } from './encode.ts'
import { floatType } from './floats.ts'
import type { ValueFormat } from './format.ts'
import { bcdType, integerType } from './integers.ts'
import { layoutOf } from './order.ts'
import { shapeProblem } from './problems.ts'
import type { RawType, ValueError } from './raw.ts'
import { Scaling } from './scaling.ts'
import { fieldOf, registerCount } from './shape.ts'
import { readText, writeText } from './strings.ts'

export type Decoded<Value = string> = { ok: Value } | { err: ValueError }

/** A format made ready: what is the same for every value is worked out once. */
export interface ValueCodec {
  readonly registers: number
  /** The shown value as plain decimal text; of a string, its text. */
  decode(words: ArrayLike<number>, at?: number): Decoded
  /** The double nearest to the shown value. */
  decodeNumber(words: ArrayLike<number>, at?: number): Decoded<number>
  /** The registers to write. The mask of a `bit` is of no concern in a table of bits. */
  encode(text: string): Encoded
}

const codecs = new WeakMap<ValueFormat, ValueCodec>()

/** Throws when the format makes no sense by itself: formatProblem() tells beforehand. */
export function compileValue(format: ValueFormat): ValueCodec {
  const problem = shapeProblem(format)
  if (problem !== null) throw new TypeError(problem)
  return format.valueType === 'string' ? stringCodec(format) : numberCodec(format)
}

/** The codec of a format is kept as long as the format is, so a format must not change once it was used. */
function codecOf(format: ValueFormat): ValueCodec {
  let codec = codecs.get(format)
  if (!codec) codecs.set(format, (codec = compileValue(format)))
  return codec
}

export const decodeValue = (format: ValueFormat, words: ArrayLike<number>, at = 0): Decoded =>
  codecOf(format).decode(words, at)

export const encodeValue = (format: ValueFormat, text: string): Encoded => codecOf(format).encode(text)

function stringCodec(format: ValueFormat): ValueCodec {
  const registers = registerCount(format)
  const layout = { ...layoutOf(registers, format.order), reversed: false }
  return {
    registers,
    decode: (words, at = 0) =>
      at + registers > words.length ? { err: 'too-short' } : { ok: readText(layout, words, at) },
    decodeNumber: () => ({ err: 'text' }),
    encode(text) {
      if (text.includes('\0') || !text.isWellFormed()) return { err: { name: 'not-text' } }
      const words = writeText(layout, text)
      return words ? { ok: { words } } : { err: { name: 'too-long', bytesMax: 2 * registers } }
    },
  }
}

function numberCodec(format: ValueFormat): ValueCodec {
  const type = rawTypeOf(format)
  const scaling = new Scaling(format)
  return {
    registers: type.registers,
    decode(words, at = 0) {
      const raw = type.read(words, at)
      if (typeof raw === 'string') return { err: raw }
      const quick = scaling.quick(raw)
      return { ok: isPlain(quick) ? String(quick) : toText(scaling.shown(raw)) }
    },
    decodeNumber(words, at = 0) {
      const raw = type.read(words, at)
      if (typeof raw === 'string') return { err: raw }
      const quick = scaling.quick(raw)
      const value = Number.isNaN(quick) ? Number(toText(scaling.shown(raw))) : quick
      // Adding 0 turns -0 into 0.
      return Number.isFinite(value) ? { ok: value + 0 } : { err: 'infinite' }
    },
    encode: numberEncoder(format, type, scaling),
  }
}

function rawTypeOf(format: ValueFormat): RawType {
  const { valueType, order } = format
  const layout = layoutOf(registerCount(format), order)
  if (valueType === 'f32' || valueType === 'f64') return floatType(layout)
  if (valueType === 'bcd16' || valueType === 'bcd32') return bcdType(layout)
  const signed = valueType === 's16' || valueType === 's32' || valueType === 's64'
  return integerType(layout, { signed, field: fieldOf(format) })
}

/** Numbers that String() writes without an exponent. */
const isPlain = (value: number): boolean => value === 0 || (Math.abs(value) >= 1e-6 && Math.abs(value) < 1e21)
