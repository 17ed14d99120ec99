import { DBusError } from './dbus-error.ts'

/** A single complete type. */
export type Type =
  | { readonly code: BasicCode | 'v' }
  | { readonly code: 'a'; readonly item: Type }
  /** Items of an array only. */
  | { readonly code: '{'; readonly key: Type; readonly value: Type }
  | { readonly code: '('; readonly fields: readonly Type[] }

const basicCodes = ['y', 'b', 'n', 'q', 'i', 'u', 'x', 't', 'd', 's', 'o', 'g', 'h'] as const
export type BasicCode = (typeof basicCodes)[number]

const lengthMax = 255
const depthMax = 32

const isBasic = (code: string): code is BasicCode => (basicCodes as readonly string[]).includes(code)

/** The complete types of a signature, one after another. */
export const parseSignature = (text: string): readonly Type[] => {
  if (text.length > lengthMax) throw new DBusError('a signature is longer than 255')
  const cursor = { text, at: 0 }
  const types: Type[] = []
  while (cursor.at < text.length) types.push(parseType(cursor, 0, 0))
  return types
}

/** Exactly one. */
export const parseSingle = (text: string): Type => {
  const [type, ...more] = parseSignature(text)
  if (type === undefined || more.length > 0) throw new DBusError(`'${text}' is not one complete type`)
  return type
}

interface Cursor {
  readonly text: string
  at: number
}

const parseType = (cursor: Cursor, arrays: number, structs: number): Type => {
  const code = cursor.text[cursor.at] ?? ''
  cursor.at += 1
  if (isBasic(code) || code === 'v') return { code }
  if (code === 'a') {
    if (arrays >= depthMax) throw new DBusError('arrays lie in arrays too deeply')
    if (cursor.text[cursor.at] === '{') return { code, item: parseEntry(cursor, arrays + 1, structs) }
    return { code, item: parseType(cursor, arrays + 1, structs) }
  }
  if (code === '(') return { code, fields: parseFields(cursor, arrays, structs) }
  throw new DBusError(`'${cursor.text}' is no signature`)
}

const parseEntry = (cursor: Cursor, arrays: number, structs: number): Type => {
  cursor.at += 1
  const key = parseType(cursor, arrays, structs)
  if (!isBasic(key.code)) throw new DBusError('the key of an entry is not basic')
  const value = parseType(cursor, arrays, structs)
  if (cursor.text[cursor.at] !== '}') throw new DBusError(`'${cursor.text}' has an entry without its end`)
  cursor.at += 1
  return { code: '{', key, value }
}

const parseFields = (cursor: Cursor, arrays: number, structs: number): readonly Type[] => {
  if (structs >= depthMax) throw new DBusError('structures lie in structures too deeply')
  const fields: Type[] = []
  while (cursor.text[cursor.at] !== ')') {
    if (cursor.at >= cursor.text.length) throw new DBusError(`'${cursor.text}' has a structure without its end`)
    fields.push(parseType(cursor, arrays, structs + 1))
  }
  cursor.at += 1
  if (fields.length === 0) throw new DBusError('a structure is empty')
  return fields
}

const alignments: Readonly<Record<Type['code'], number>> = {
  y: 1,
  g: 1,
  v: 1,
  n: 2,
  q: 2,
  b: 4,
  i: 4,
  u: 4,
  s: 4,
  o: 4,
  h: 4,
  a: 4,
  x: 8,
  t: 8,
  d: 8,
  '(': 8,
  '{': 8,
}

/** Alignment of a type in bytes. */
export const alignmentOf = ({ code }: Type): number => alignments[code]
