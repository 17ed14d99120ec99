import { DBusError } from './dbus-error.ts'
import { alignmentOf, type BasicCode, parseSignature, parseSingle, type Type } from './signature.ts'
import { isVariant, type Value } from './value.ts'

const arrayBytesMax = 0x400_0000
const depthMax = 64

/** Values -> bytes, little end first. */
export class Writer {
  #bytes = Buffer.alloc(256)
  #length = 0

  get length(): number {
    return this.#length
  }

  result(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length))
  }

  /** Several, by a signature. */
  all(signature: string, values: readonly Value[]): this {
    const types = parseSignature(signature)
    if (types.length !== values.length)
      throw new DBusError(`'${signature}' is for ${types.length} values, not ${values.length}`)
    for (const [at, type] of types.entries()) this.one(type, values[at] as Value)
    return this
  }

  one(type: Type, value: Value, depth = 0): void {
    if (depth > depthMax) throw new DBusError('values lie in values too deeply')
    if (type.code === 'a') return this.#array(type.item, value, depth)
    if (type.code === '(') return this.#fields(type.fields, value, depth)
    if (type.code === '{') return wrong(type.code, value)
    if (type.code !== 'v') return this.#basic(type.code, value)
    if (!isVariant(value)) return wrong('v', value)
    this.#basic('g', value.signature)
    this.one(parseSingle(value.signature), value.value, depth + 1)
  }

  align(to: number): void {
    const gap = (to - (this.#length % to)) % to
    this.#reserve(gap)
    this.#bytes.fill(0, this.#length, this.#length + gap)
    this.#length += gap
  }

  #array(item: Type, value: Value, depth: number): void {
    this.align(4)
    const lengthAt = this.#advance(4)
    this.align(alignmentOf(item))
    const from = this.#length
    if (item.code === 'y' && value instanceof Uint8Array) this.#put(value)
    else if (item.code === '{') {
      if (!(value instanceof Map)) return wrong('a{', value)
      for (const [key, entry] of value as ReadonlyMap<Value, Value>) {
        this.align(8)
        this.one(item.key, key, depth + 1)
        this.one(item.value, entry, depth + 1)
      }
    } else {
      if (!isList(value)) return wrong('a', value)
      for (const one of value) this.one(item, one, depth + 1)
    }
    const length = this.#length - from
    if (length > arrayBytesMax) throw new DBusError('an array is larger than 64 MiB')
    this.#bytes.writeUInt32LE(length, lengthAt)
  }

  #fields(fields: readonly Type[], value: Value, depth: number): void {
    if (!isList(value) || value.length !== fields.length) return wrong('(', value)
    this.align(8)
    for (const [at, field] of fields.entries()) this.one(field, value[at] as Value, depth + 1)
  }

  #basic(code: BasicCode, value: Value): void {
    if (code === 'b') return typeof value === 'boolean' ? this.#integer('u', value ? 1 : 0) : wrong(code, value)
    if (code === 's' || code === 'o' || code === 'g')
      return typeof value === 'string' ? this.#text(code, value) : wrong(code, value)
    if (code === 'x' || code === 't') return typeof value === 'bigint' ? this.#large(code, value) : wrong(code, value)
    if (typeof value !== 'number') return wrong(code, value)
    if (code !== 'd') return this.#integer(code, value)
    this.align(8)
    const at = this.#advance(8)
    this.#bytes.writeDoubleLE(value, at)
  }

  #integer(code: 'y' | 'n' | 'q' | 'i' | 'u' | 'h', value: number): void {
    const { bytes, min, max } = integerTypes[code]
    if (!Number.isInteger(value) || value < min || value > max) return wrong(code, value)
    this.align(bytes)
    const at = this.#advance(bytes)
    if (min < 0) this.#bytes.writeIntLE(value, at, bytes)
    else this.#bytes.writeUIntLE(value, at, bytes)
  }

  #large(code: 'x' | 't', value: bigint): void {
    if ((code === 'x' ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value)) !== value) return wrong(code, value)
    this.align(8)
    const at = this.#advance(8)
    if (code === 'x') this.#bytes.writeBigInt64LE(value, at)
    else this.#bytes.writeBigUInt64LE(value, at)
  }

  #text(code: 's' | 'o' | 'g', text: string): void {
    if (text.includes('\0') || !text.isWellFormed()) return wrong(code, text)
    if (code === 'o' && !isObjectPath(text)) return wrong(code, text)
    if (code === 'g') parseSignature(text)
    const bytes = Buffer.from(text, 'utf8')
    this.#integer(code === 'g' ? 'y' : 'u', bytes.length)
    this.#put(bytes)
    this.#put(zero)
  }

  #put(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** Reserves space for the following bytes. */
  #advance(count: number): number {
    this.#reserve(count)
    this.#length += count
    return this.#length - count
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const larger = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#length + count))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

const zero = new Uint8Array(1)

export const integerTypes = {
  y: { bytes: 1, min: 0, max: 0xff },
  n: { bytes: 2, min: -0x8000, max: 0x7fff },
  q: { bytes: 2, min: 0, max: 0xffff },
  i: { bytes: 4, min: -0x8000_0000, max: 0x7fff_ffff },
  u: { bytes: 4, min: 0, max: 0xffff_ffff },
  h: { bytes: 4, min: 0, max: 0xffff_ffff },
} as const

export const isObjectPath = (text: string): boolean => text === '/' || /^(?:\/[A-Za-z0-9_]+)+$/.test(text)

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

const wrong = (code: string, value: unknown): never => {
  throw new DBusError(`${typeof value} ${String(value).slice(0, 40)} is no value of type '${code}'`)
}
