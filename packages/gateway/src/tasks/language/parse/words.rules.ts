import { limits } from '../../limits.ts'
import { Mistake } from '../problem.ts'
import { itemTypes } from './syntax.ts'

/** How many arguments each function takes. */
export const functions = {
  MIN: [2, 16],
  MAX: [2, 16],
  ABS: [1, 1],
  SQRT: [1, 1],
  RISE: [1, 1],
  STR: [1, 2],
  HEX: [1, 2],
  TIME: [0, 0],
  DATE: [0, 0],
  LEN: [1, 1],
  ERR: [1, 1],
} as const

const statementWords = ['TASK', 'PERIOD', 'DEF', 'PUT', 'IF', 'DO', 'CALL', 'GOTO', 'RETURN', 'SMS', 'CRC']
const otherWords = ['AT', 'LOG', 'COND', 'AND', 'OR', 'NOT', 'MOD']
const reserved = new Set<string>([...statementWords, ...otherWords, ...itemTypes, ...Object.keys(functions)])
// It came later than files that may have an item of that name. No item is followed by a bracket, so both can be.
reserved.delete('ERR')

export const isReserved = (word: string): boolean => reserved.has(word)

const nameShape = /^[A-Za-z_]\w*$/

/** A name that a task may give. */
export function newName(text: string): string {
  if (!nameShape.test(text) || text.length > limits.nameChars) throw new Mistake('ERROR_ITEM_NAME')
  if (isReserved(text)) throw new Mistake('ERROR_NAME_RESERVED')
  return text
}

const numberShape = /^(?:\d+(?:\.\d+)?|0x[0-9A-Fa-f]{1,8})$/

export function numberOf(text: string): number {
  if (!numberShape.test(text)) throw new Mistake('ERROR_VALUE_FORMAT')
  return Number(text)
}
