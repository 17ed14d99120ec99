import {
  compileValue,
  formatProblem,
  isBitKind,
  type RegisterKind,
  type ValueCodec,
  type ValueType,
} from '@busbar/modbus'
import type { StoredFormat } from './directory.sql.ts'
import { formatOf, mayBeLong } from './formats.rules.ts'

/** What parameters of one format share. */
export interface Format {
  valueType: ValueType
  codec: ValueCodec
  isLong: boolean
  /** As `ReadItem` has it; 0 where the format makes no sense. */
  count: number
}

/** More than any installation has; beyond it formats are compiled again. */
const formatsMax = 20_000

const unreadable: ValueCodec = {
  registers: 0,
  before: 0,
  decode: () => ({ err: 'too-short' }),
  decodeNumber: () => ({ err: 'too-short' }),
  encode: () => ({ err: { name: 'not-text' } }),
}

/** Compiles every format once, however many parameters have it. */
export class Formats {
  readonly #known = new Map<string, Format>()

  /** By the text that the database has for it. */
  of(text: string, kind: RegisterKind): Format {
    const key = isBitKind(kind) ? `bit ${text}` : text
    const known = this.#known.get(key)
    if (known) return known
    if (this.#known.size >= formatsMax) this.#known.clear()
    const format = compile(JSON.parse(text) as StoredFormat, kind)
    this.#known.set(key, format)
    return format
  }
}

const compile = (stored: StoredFormat, kind: RegisterKind): Format => {
  const format = formatOf(stored)
  // A text: no place is kept for a number that will never be read.
  if (formatProblem(format, kind) !== null) return { valueType: 'string', codec: unreadable, isLong: false, count: 0 }
  const codec = compileValue(format)
  return { valueType: format.valueType, codec, isLong: mayBeLong(format), count: codec.registers }
}
