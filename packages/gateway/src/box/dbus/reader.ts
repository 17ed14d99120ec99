import { DBusError } from './dbus-error.ts'
import { alignmentOf, type BasicCode, parseSignature, parseSingle, type Type } from './signature.ts'
import type { Value } from './value.ts'
import { integerTypes, isObjectPath } from './writer.ts'

const arrayBytesMax = 0x400_0000
const depthMax = 64
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes values and rejects everything that violates the specification. */
export class Reader {
  readonly #bytes: Buffer
  readonly #isLittle: boolean
  #at: number

  constructor(bytes: Buffer, isLittle: boolean, at = 0) {
    this.#bytes = bytes
    this.#isLittle = isLittle
    this.#at = at
  }

  get at(): number {
    return this.#at
  }

  all(signature: string): Value[] {
    return parseSignature(signature).map((type) => this.one(type))
  }

  one(type: Type, depth = 0): Value {
    if (depth > depthMax) throw new DBusError('values lie in values too deeply')
    if (type.code === 'a') return this.#array(type.item, depth)
    if (type.code === '(') {
      this.align(8)
      return type.fields.map((field) => this.one(field, depth + 1))
    }
    if (type.code === '{') throw new DBusError('an entry lies in no array')
    if (type.code !== 'v') return this.#basic(type.code)
    const signature = this.#text('g')
    return { signature, value: this.one(parseSingle(signature), depth + 1) }
  }

  align(to: number): void {
    const gap = (to - (this.#at % to)) % to
    if (this.#take(gap).some((byte) => byte !== 0)) throw new DBusError('what fills a gap is not zero')
  }

  #array(item: Type, depth: number): Value {
    const length = this.#integer('u')
    if (length > arrayBytesMax) throw new DBusError('an array is larger than 64 MiB')
    this.align(alignmentOf(item))
    const end = this.#at + length
    if (end > this.#bytes.length) throw new DBusError('an array is longer than its message')
    if (item.code === 'y') return new Uint8Array(this.#take(length))
    const values = item.code === '{' ? this.#entries(item, end, depth) : this.#items(item, end, depth)
    if (this.#at !== end) throw new DBusError('an array does not end where it says')
    return values
  }

  #items(item: Type, end: number, depth: number): Value {
    const values: Value[] = []
    while (this.#at < end) values.push(this.one(item, depth + 1))
    return values
  }

  #entries(item: Type & { readonly code: '{' }, end: number, depth: number): Value {
    const values = new Map<number | bigint | boolean | string, Value>()
    while (this.#at < end) {
      this.align(8)
      const key = this.one(item.key, depth + 1) as number | bigint | boolean | string
      values.set(key, this.one(item.value, depth + 1))
    }
    return values
  }

  #basic(code: BasicCode): Value {
    if (code === 's' || code === 'o' || code === 'g') return this.#text(code)
    if (code === 'x' || code === 't' || code === 'd') return this.#eight(code)
    if (code !== 'b') return this.#integer(code)
    const word = this.#integer('u')
    if (word > 1) throw new DBusError(`a boolean is ${word}`)
    return word === 1
  }

  #integer(code: 'y' | 'n' | 'q' | 'i' | 'u' | 'h'): number {
    const { bytes, min } = integerTypes[code]
    this.align(bytes)
    const part = this.#take(bytes)
    if (min < 0) return this.#isLittle ? part.readIntLE(0, bytes) : part.readIntBE(0, bytes)
    return this.#isLittle ? part.readUIntLE(0, bytes) : part.readUIntBE(0, bytes)
  }

  #eight(code: 'x' | 't' | 'd'): number | bigint {
    this.align(8)
    const part = this.#take(8)
    if (code === 'd') return this.#isLittle ? part.readDoubleLE() : part.readDoubleBE()
    if (code === 'x') return this.#isLittle ? part.readBigInt64LE() : part.readBigInt64BE()
    return this.#isLittle ? part.readBigUInt64LE() : part.readBigUInt64BE()
  }

  #text(code: 's' | 'o' | 'g'): string {
    const bytes = this.#take(this.#integer(code === 'g' ? 'y' : 'u'))
    if (bytes.includes(0) || this.#take(1)[0] !== 0) throw new DBusError('a text does not end where it says')
    let text: string
    try {
      text = utf8.decode(bytes)
    } catch {
      throw new DBusError('a text is not UTF-8')
    }
    if (code === 'o' && !isObjectPath(text)) throw new DBusError('the path of an object is none')
    if (code === 'g') parseSignature(text)
    return text
  }

  #take(count: number): Buffer {
    if (this.#at + count > this.#bytes.length) throw new DBusError('a message ends in the middle of a value')
    this.#at += count
    return this.#bytes.subarray(this.#at - count, this.#at)
  }
}
