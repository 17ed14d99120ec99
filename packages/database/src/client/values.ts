import { parse as parseArray } from 'postgres-array'
import { PackedArray } from '../packed-array.ts'

/** Accepted values of a statement. Any other object is sent as JSON. */
export type Value = null | string | number | bigint | boolean | Date | Uint8Array | Json | readonly unknown[] | object

/** A value that is sent as JSON, even a text, a number or a list. */
export class Json {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/** Type cast for values whose JavaScript type determines it; the server infers the others. */
export const castOf = (value: unknown): string => {
  if (typeof value === 'boolean') return '::boolean'
  if (typeof value === 'bigint') return '::bigint'
  if (value instanceof Date) return '::timestamptz'
  if (value instanceof Uint8Array) return '::bytea'
  return value instanceof Json ? '::jsonb' : ''
}

/** Encodes a value as text, or as bytes. */
export const encodeValue = (value: unknown): string | Buffer | null => {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (value === null) return null
  if (value === undefined) {
    throw Object.assign(new TypeError('a value of a statement is undefined'), { code: 'UNDEFINED_VALUE' })
  }
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof PackedArray) return value.toBytes()
  if (Buffer.isBuffer(value)) return value
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return encodeArray(value)
  return JSON.stringify(value instanceof Json ? value.value : value)
}

const encodeArray = (list: readonly unknown[]): string => `{${list.map(encodeElement).join()}}`

const encodeElement = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return encodeArray(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  const text = value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(encodeValue(value))
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

type Parse = (text: string) => unknown

/**
 * Our bigints are IDs, counts and milliseconds, which numbers represent exactly up to 2^53; a larger one throws instead
 * of being rounded.
 */
const parseBigint = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
  return value
}

const parseBytes = (text: string): Buffer => Buffer.from(text.slice(2), 'hex')

const zero = 48
const digits = (text: string, at: number, count: number): number => {
  let value = 0
  for (let i = at; i < at + count; i += 1) value = value * 10 + text.charCodeAt(i) - zero
  return value
}

/**
 * Parses `2026-03-01 12:00:00.123456+00`, truncated to milliseconds. Sessions use UTC; other forms take the slow path.
 */
export const parseInstant = (text: string): Date => {
  const year = digits(text, 0, 4)
  // Date.UTC maps years below 100 to the last century.
  if (text[4] !== '-' || !text.endsWith('+00') || year < 100) return new Date(text)
  const ms = Number(text.slice(20, -3).slice(0, 3).padEnd(3, '0'))
  const [month, day] = [digits(text, 5, 2), digits(text, 8, 2)]
  return new Date(Date.UTC(year, month - 1, day, digits(text, 11, 2), digits(text, 14, 2), digits(text, 17, 2), ms))
}

const parseJson = (text: string): unknown => JSON.parse(text) as unknown
const parseText = (text: string): string => text
const parseDay = (text: string): Date => new Date(text)

/** Parsers by type OID, with the OID of the array type. All other types, including numeric, stay text. */
const parsers = new Map<number, Parse>()
for (const [type, array, parse] of [
  [16, 1000, (text) => text === 't'],
  [17, 1001, parseBytes],
  [20, 1016, parseBigint],
  [21, 1005, Number],
  [23, 1007, Number],
  [26, 1028, Number],
  [700, 1021, Number],
  [701, 1022, Number],
  [114, 199, parseJson],
  [3802, 3807, parseJson],
  [1082, 1182, parseDay],
  [1114, 1115, parseDay],
  [1184, 1185, parseInstant],
  [25, 1009, parseText],
  [1043, 1015, parseText],
  [19, 1003, parseText],
  [1700, 1231, parseText],
  [2950, 2951, parseText],
] as readonly [number, number, Parse][]) {
  parsers.set(type, parse)
  parsers.set(array, (text) => parseArray(text, parse))
}

/** Parsers of the client by column type. */
export const valueTypes = { getTypeParser: (type: number): Parse => parsers.get(type) ?? parseText }
/** Returns columns as the texts that the server sent. */
export const textTypes = { getTypeParser: (): Parse => parseText }
