import { CompileError } from '../compile/compile-error.ts'
import { limits } from '../limits.ts'
import { type FunctionName, itemTypes } from './syntax.ts'

/** Versions of the language. A file of the first version compiles as before: later keywords are names there. */
export type Version = 1 | 2

/** Number of arguments of each function. */
const firstFunctions = {
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
const secondFunctions = {
  ...firstFunctions,
  FALL: [1, 1],
  TON: [2, 2],
  TOF: [2, 2],
  OK: [1, 1],
  AGE: [1, 1],
  VALUE: [2, 2],
  LAST: [3, 3],
  YEAR: [0, 0],
  MONTH: [0, 0],
  DAY: [0, 0],
  WEEKDAY: [0, 0],
  HOUR: [0, 0],
  MINUTE: [0, 0],
  SECOND: [0, 0],
  DAYSEC: [0, 0],
  SUNRISE: [0, 0],
  SUNSET: [0, 0],
} as const
type Functions = Readonly<Partial<Record<FunctionName, readonly [min: number, max: number]>>>
export const functions: Readonly<Record<Version, Functions>> = { 1: firstFunctions, 2: secondFunctions }

const statementWords = ['TASK', 'PERIOD', 'DEF', 'PUT', 'IF', 'DO', 'CALL', 'GOTO', 'RETURN', 'SMS', 'CRC']
const otherWords = ['AT', 'LOG', 'COND', 'AND', 'OR', 'NOT', 'MOD']
const laterWords = ['ELSE', 'ORDER', 'SAFE', 'KEEP', 'REG', 'PUB']
// ERR was added after files could have an item of that name. An item is never followed by a parenthesis, so both are
// valid.
const firstReserved = [...statementWords, ...otherWords, ...itemTypes[1], ...Object.keys(firstFunctions)].filter(
  (word) => word !== 'ERR',
)
const reserved: Readonly<Record<Version, ReadonlySet<string>>> = {
  1: new Set(firstReserved),
  2: new Set([...firstReserved, ...laterWords, ...itemTypes[2], ...Object.keys(secondFunctions)]),
}

export const isReserved = (word: string, version: Version): boolean => reserved[version].has(word)

const nameShape = /^[A-Za-z_]\w*$/

/** Validates a name that a task defines. */
export function newName(text: string, version: Version): string {
  if (!nameShape.test(text) || text.length > limits.nameChars) throw new CompileError('ERROR_ITEM_NAME')
  if (isReserved(text, version)) throw new CompileError('ERROR_NAME_RESERVED')
  return text
}

const numberShape = /^(?:\d+(?:\.\d+)?|0x[0-9A-Fa-f]{1,8})$/

export function numberOf(text: string): number {
  if (!numberShape.test(text)) throw new CompileError('ERROR_VALUE_FORMAT')
  return Number(text)
}
