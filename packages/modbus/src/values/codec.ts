import { toText } from './decimal.ts'
import { type Encoded, numberEncoder } from './encode.ts'
import type { ValueFormat } from './format.ts'
import { type NoValueTest, noValueTest } from './no-value.ts'
import { shapeProblem } from './problems/problems.ts'
import { arrange, type Layout, layoutOf, wordAt } from './raw/order.ts'
import type { RawNumber, RawType, ValueError } from './raw/raw.ts'
import { bareTypeOf, rawTypeOf } from './raw/raw-types.ts'
import { Scaling } from './scaling.ts'
import { readExtent, registerCount } from './shape.ts'

/** A number that was read, with the scale that applied at that moment. */
interface CodedNumber {
  readonly raw: RawNumber
  readonly scaling: Scaling
}

interface CodedReader {
  readonly registers: number
  /** Registers that lie before the value's own first one. */
  readonly before: number
  read(words: ArrayLike<number>, at: number): CodedNumber | ValueError
}

/** As SunSpec has it. */
const exponentMax = 10

/** Reads a number about which other registers have a say; `words` begins with the first of them all. */
function codedReader(format: ValueFormat, type: Pick<RawType, 'read'>): CodedReader {
  const { address = 0, coding = {} } = format
  const { signAt, scaleAt } = coding
  const extent = readExtent({ ...format, address })
  const before = address - extent.address
  const one = layoutOf(1, format.order)
  const wordOf = (place: number, words: ArrayLike<number>, at: number): number =>
    wordAt(one, words, at + place - extent.address, 0)
  const scalings = new Map<number, Scaling>()
  const scalingOf = (exponent: number): Scaling => {
    const known = scalings.get(exponent) ?? new Scaling(format, exponent)
    scalings.set(exponent, known)
    return known
  }
  return {
    registers: extent.count,
    before,
    read(words, at) {
      if (at + extent.count > words.length) return 'too-short'
      let raw = type.read(words, at + before)
      if (typeof raw === 'string') return raw
      if (signAt) {
        const sign = wordOf(signAt.address, words, at)
        if (sign !== signAt.positive && sign !== signAt.negative) return 'no-value'
        if (raw < 0 !== (sign === signAt.negative)) raw = -raw
      }
      const exponent = scaleAt === undefined ? 0 : (wordOf(scaleAt, words, at) << 16) >> 16
      return Math.abs(exponent) > exponentMax ? 'no-value' : { raw, scaling: scalingOf(exponent) }
    },
  }
}

/** Returns whether other registers affect the value. */
const hasOthers = ({ coding }: ValueFormat): boolean => coding?.signAt !== undefined || coding?.scaleAt !== undefined

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/** Text up to the first NUL, without the spaces that pad it: UTF-8, or Latin-1 where it cannot be UTF-8. */
function readText(layout: Layout, words: ArrayLike<number>, at: number): string {
  const bytes = new Uint8Array(2 * layout.registers)
  for (let index = 0; index < layout.registers; index++) {
    const word = wordAt(layout, words, at, index)
    bytes[2 * index] = word >>> 8
    bytes[2 * index + 1] = word
  }
  const end = bytes.indexOf(0)
  const used = end < 0 ? bytes : bytes.subarray(0, end)
  return decodeBytes(used).replace(/ +$/, '')
}

/** The registers of a text, padded with zeros, or null when it does not fit. */
function writeText(layout: Layout, text: string): number[] | null {
  const bytes = new Uint8Array(2 * layout.registers)
  if (encoder.encodeInto(text, bytes).read < text.length) return null
  const pairs = new DataView(bytes.buffer)
  const words = Array.from({ length: layout.registers }, (_, index) => pairs.getUint16(2 * index))
  return arrange(layout, words)
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return String.fromCharCode(...bytes)
  }
}

export type Decoded<Value = string> = { ok: Value } | { err: ValueError }

/** A format made ready: what is the same for every value is worked out once. */
export interface ValueCodec {
  /** Registers per read: those of the value, and those that its coding names. `words` start with the first of them. */
  readonly registers: number
  /** How many of them lie before the parameter's own address. */
  readonly before: number
  /** The shown value as plain decimal text; of a string, its text. */
  decode(words: ArrayLike<number>, at?: number): Decoded
  /** The double nearest to the shown value. */
  decodeNumber(words: ArrayLike<number>, at?: number): Decoded<number>
  /** Returns the registers to write. For a table of bits, the mask of a `bit` has no meaning. */
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
    before: 0,
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
  const isNoValue = noValueTest(format, bareTypeOf(format))
  const own: Pick<RawType, 'read'> = isNoValue === null ? type : { read: readUnless(isNoValue, type) }
  if (hasOthers(format)) return codecAmongOthers(codedReader(format, own))
  const scaling = new Scaling(format)
  const encode = numberEncoder(format, type, scaling)
  return {
    registers: type.registers,
    before: 0,
    decode(words, at = 0) {
      const raw = own.read(words, at)
      return typeof raw === 'string' ? { err: raw } : { ok: scaledText(raw, scaling) }
    },
    decodeNumber(words, at = 0) {
      const raw = own.read(words, at)
      return typeof raw === 'string' ? { err: raw } : scaledNumber(raw, scaling)
    },
    encode: isNoValue === null ? encode : encodeUnless(isNoValue, encode),
  }
}

/** The value cannot be written, because the registers that affect it may change in between. */
const codecAmongOthers = (reader: CodedReader): ValueCodec => ({
  registers: reader.registers,
  before: reader.before,
  decode(words, at = 0) {
    const coded = reader.read(words, at)
    return typeof coded === 'string' ? { err: coded } : { ok: scaledText(coded.raw, coded.scaling) }
  },
  decodeNumber(words, at = 0) {
    const coded = reader.read(words, at)
    return typeof coded === 'string' ? { err: coded } : scaledNumber(coded.raw, coded.scaling)
  },
  encode: () => ({ err: { name: 'read-only' } }),
})

const readUnless =
  (isNoValue: NoValueTest, type: RawType): RawType['read'] =>
  (words, at) => {
    if (at + type.registers > words.length) return 'too-short'
    return isNoValue(words, at) ? 'no-value' : type.read(words, at)
  }

const encodeUnless =
  (isNoValue: NoValueTest, encode: ValueCodec['encode']): ValueCodec['encode'] =>
  (text) => {
    const encoded = encode(text)
    return 'ok' in encoded && isNoValue(encoded.ok.words, 0) ? { err: { name: 'no-value' } } : encoded
  }

function scaledText(raw: RawNumber, scaling: Scaling): string {
  const quick = scaling.quick(raw)
  return isPlain(quick) ? String(quick) : toText(scaling.shownValue(raw))
}

function scaledNumber(raw: RawNumber, scaling: Scaling): Decoded<number> {
  const quick = scaling.quick(raw)
  const value = Number.isNaN(quick) ? Number(toText(scaling.shownValue(raw))) : quick
  // Adding 0 turns -0 into 0.
  return Number.isFinite(value) ? { ok: value + 0 } : { err: 'infinite' }
}

/** Numbers that String() writes without an exponent. */
const isPlain = (value: number): boolean => value === 0 || (Math.abs(value) >= 1e-6 && Math.abs(value) < 1e21)
