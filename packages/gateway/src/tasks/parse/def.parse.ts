import { CompileError } from '../compile/compile-error.ts'
import { limits, taskRegisters } from '../limits.ts'
import type { Cursor } from './cursor.ts'
import { parseExpression } from './expression.parse.ts'
import {
  type Area,
  areas,
  type Def,
  type ItemAddress,
  type ItemType,
  itemTypes,
  orders,
  type Statement,
} from './syntax.ts'
import { newName, numberOf } from './words.rules.ts'

/**
 * Parses the part after DEF: `volts U16 AT 12:H 40 LOG`, `hist S32[16]`, `limit S32 = 250`, `high COND volts > limit`;
 * in version 2 also `pump BIT AT 2:C 0 SAFE 0`, `hours U32 KEEP`, `mean F32 REG 2000`, `level F32 PUB`.
 */
export function parseDef(cursor: Cursor): Statement {
  const first = cursor.peek()
  if (first?.kind !== 'word') throw new CompileError('ERROR_ITEM_NAME')
  const name = newName(cursor.text('word', 'ERROR_ITEM_NAME'), cursor.version)
  if (cursor.takes('COND')) return { kind: 'COND', name, condition: parseExpression(cursor) }
  const type = typeOf(cursor)
  const size = sizeOf(cursor, type)
  const mapping = cursor.takes('AT') ? parseItemAddress(cursor) : undefined
  const initial = mapping === undefined && cursor.takes('=') ? initialOf(cursor, type) : undefined
  const more = cursor.version > 1 ? moreOf(cursor, type, mapping) : { isKept: false }
  const isLogged = cursor.takes('LOG')
  const isPublished = cursor.version > 1 && cursor.takes('PUB')
  if (isLogged && mapping === undefined && cursor.version === 1)
    throw new CompileError('ERROR_LOGGING_UNMAPPED_PARAMETER')
  if (mapping !== undefined) checkSize(mapping, type, size)
  if (more.register !== undefined) checkRegister(more.register, type, size)
  return {
    kind: 'DEF',
    name,
    type,
    ...size,
    ...(mapping && { mapping }),
    ...(initial !== undefined && { initial }),
    ...more,
    isLogged,
    isPublished,
  }
}

/** A mapped item may have a safe state; any other may be stored and shown in registers. */
function moreOf(cursor: Cursor, type: ItemType, mapping: ItemAddress | undefined) {
  if (mapping !== undefined) {
    if (!cursor.takes('SAFE')) return { isKept: false }
    if (mapping.area === 'I' || mapping.area === 'D') throw new CompileError('ERROR_ITEM_REF')
    if (mapping.unit === 0) throw new CompileError('ERROR_UID_BROADCAST')
    const safe = initialOf(cursor, type)
    if (typeof safe === 'string') throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
    return { isKept: false, safe }
  }
  const isKept = cursor.takes('KEEP')
  if (!cursor.takes('REG')) return { isKept }
  return { isKept, register: cursor.integer(taskRegisters.first, taskRegisters.last, 'ERROR_ILLEGAL_ARGUMENT') }
}

function typeOf(cursor: Cursor): ItemType {
  const word = cursor.text('word', 'ERROR_UNKNOWN_TYPE')
  const found = itemTypes[cursor.version].find((one) => one === word)
  if (found !== undefined) return found
  throw new CompileError(/^[USF]\d+$/.test(word) ? 'ERROR_VALUE_BITSIZE_UNSUPPORTED' : 'ERROR_UNKNOWN_TYPE')
}

type Size = Pick<Def, 'textBytes' | 'length'>

/** Parses a size: bytes of a text, otherwise the length of an array. */
function sizeOf(cursor: Cursor, type: ItemType): Size {
  const illegal = 'ERROR_ILLEGAL_ARRAY_SIZE'
  if (type !== 'STR' && !cursor.isNext('[')) return { textBytes: 0, length: null }
  cursor.need('[', illegal)
  const size = cursor.integer(1, type === 'STR' ? limits.textBytes : limits.arrayLength, illegal)
  cursor.need(']', 'ERROR_EXPECTED_CLOSING_BRACKET')
  // There are no arrays of texts, nor of arrays.
  if (cursor.isNext('[')) throw new CompileError(illegal)
  return type === 'STR' ? { textBytes: size, length: null } : { textBytes: 0, length: size }
}

/** `12:H 40`. */
function parseItemAddress(cursor: Cursor): ItemAddress {
  if (cursor.peek()?.kind !== 'number') throw new CompileError('ERROR_ITEM_REF')
  const unit = cursor.integer(0, 255, 'ERROR_ILLEGAL_ARGUMENT')
  cursor.need(':', 'ERROR_EXPECTED_SEPARATOR')
  const area = cursor.text('word', 'ERROR_ITEM_REF')
  if (!isArea(area) || cursor.peek()?.kind !== 'number') throw new CompileError('ERROR_ITEM_REF')
  const address = cursor.integer(0, 0xffff, 'ERROR_ILLEGAL_ARGUMENT')
  // Unit 0 is broadcast and can only be written.
  if (unit === 0 && (area === 'I' || area === 'D')) throw new CompileError('ERROR_UID_BROADCAST')
  return { unit, area, address, order: orderOf(cursor) }
}

/** `ORDER CDAB`. */
function orderOf(cursor: Cursor): ItemAddress['order'] {
  if (cursor.version === 1 || !cursor.takes('ORDER')) return 'ABCD'
  const word = cursor.text('word', 'ERROR_ILLEGAL_ARGUMENT')
  const order = orders.find((one) => one === word)
  if (order === undefined) throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
  return order
}

const isArea = (word: string): word is Area => Object.hasOwn(areas, word)

/** A register has 16 bits and a coil has one: types fill whole registers, and bits lie among bits. */
function checkSize({ area, address, order }: ItemAddress, type: ItemType, { textBytes, length }: Size): void {
  const isBits = area === 'C' || area === 'D'
  const fits = isBits ? type === 'BIT' : type !== 'BIT' && type !== 'U8' && type !== 'S8'
  if (!fits) throw new CompileError('ERROR_VALUE_BITSIZE_UNSUPPORTED')
  // A bit has no bytes, and neither a text nor a single register has words to change places.
  const isOrderValid = order === 'ABCD' || (isBits ? false : order === 'BADC' || wordsOf(type, 1) > 1)
  if (!isOrderValid) throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
  const count = (length ?? 1) * wordsOf(type, textBytes)
  if (count > (isBits ? limits.mappedBits : limits.mappedWords)) throw new CompileError('ERROR_ILLEGAL_ARRAY_SIZE')
  if (address + count > 0x1_0000) throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
}

/** Registers (or bits) of one value. */
export const wordsOf = (type: ItemType, textBytes: number): number => {
  if (type === 'STR') return Math.ceil(textBytes / 2)
  if (type === 'U64' || type === 'S64' || type === 'F64') return 4
  return type === 'U32' || type === 'S32' || type === 'F32' ? 2 : 1
}

/** Every type uses whole registers: a bit or a byte takes one. */
function checkRegister(register: number, type: ItemType, { textBytes, length }: Size): void {
  const end = register + (length ?? 1) * wordsOf(type, textBytes)
  if (end > taskRegisters.last + 1) throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
}

function initialOf(cursor: Cursor, type: ItemType): number | string {
  if (type === 'STR') return cursor.text('text', 'ERROR_VALUE_FORMAT')
  const sign = cursor.takes('-') ? -1 : 1
  return sign * numberOf(cursor.text('number', 'ERROR_VALUE_FORMAT'))
}
