import { CompileError } from '../compile/compile-error.ts'
import type { Cursor } from './cursor.ts'
import { comparisons, type Expression, type FunctionName, type Index, type Ref } from './syntax.ts'
import { functions, isReserved, numberOf } from './words.rules.ts'

type BinaryOp = Extract<Expression, { kind: 'binary' }>['op']

/** Operators that bind alike, from the loosest on; NOT is between AND and the comparisons. */
const additive: readonly BinaryOp[] = ['+', '-']
const multiplicative: readonly BinaryOp[] = ['*', '/', 'MOD']

export function parseExpression(cursor: Cursor): Expression {
  return leftToRight(cursor, ['OR'], () => leftToRight(cursor, ['AND'], () => negation(cursor)))
}

function leftToRight(cursor: Cursor, ops: readonly BinaryOp[], next: () => Expression): Expression {
  let left = next()
  for (;;) {
    const op = ops.find((one) => cursor.takes(one))
    if (op === undefined) return left
    left = { kind: 'binary', op, left, right: next() }
  }
}

function negation(cursor: Cursor): Expression {
  if (cursor.takes('NOT')) return { kind: 'unary', op: 'NOT', of: negation(cursor) }
  const left = joined(cursor)
  const op = comparisons.find((one) => cursor.takes(one))
  return op === undefined ? left : { kind: 'binary', op, left, right: joined(cursor) }
}

const joined = (cursor: Cursor): Expression => leftToRight(cursor, ['&'], () => sum(cursor))
const sum = (cursor: Cursor): Expression => leftToRight(cursor, additive, () => product(cursor))
const product = (cursor: Cursor): Expression => leftToRight(cursor, multiplicative, () => signed(cursor))

function signed(cursor: Cursor): Expression {
  return cursor.takes('-') ? { kind: 'unary', op: '-', of: signed(cursor) } : single(cursor)
}

function single(cursor: Cursor): Expression {
  const token = cursor.peek()
  if (token?.kind === 'number') return number(cursor.text('number', 'ERROR_VALUE_FORMAT'))
  if (token?.kind === 'text') return { kind: 'text', text: cursor.text('text', 'ERROR_VALUE_FORMAT') }
  if (token?.kind === 'word') return cursor.isNext('(', 1) ? call(cursor) : parseRef(cursor)
  cursor.need('(', 'ERROR_ITEM_REF')
  const inner = parseExpression(cursor)
  cursor.need(')', 'ERROR_EXPECTED_CLOSING_BRACKET')
  return inner
}

function number(text: string): Expression {
  const value = numberOf(text)
  return Number.isSafeInteger(value) || text.includes('.')
    ? { kind: 'number', value }
    : { kind: 'number', value, integer: BigInt(text) }
}

const texts = new Set<FunctionName>(['STR', 'HEX', 'TIME', 'DATE', 'LEN'])

const isFunction = (word: string, known: object): word is FunctionName => Object.hasOwn(known, word)

function call(cursor: Cursor): Expression {
  const fn = cursor.text('word', 'ERROR_ITEM_REF')
  const known = functions[cursor.version]
  const arity = isFunction(fn, known) ? known[fn] : undefined
  if (!isFunction(fn, known) || arity === undefined) throw new CompileError('ERROR_UNKNOWN_STRING_FUNCTION')
  const [min, max] = arity
  const args: Expression[] = []
  cursor.need('(', 'ERROR_ITEM_REF')
  while (!cursor.takes(')')) {
    if (args.length === max || cursor.isAtEnd) throw new CompileError('ERROR_EXPECTED_CLOSING_BRACKET')
    if (args.length > 0) cursor.need(',', 'ERROR_EXPECTED_SEPARATOR')
    args.push(parseExpression(cursor))
  }
  if (args.length >= min) return { kind: 'call', fn, args }
  throw new CompileError(texts.has(fn) ? 'ERROR_STRING_FUNCTION_ARGUMENT_TOO_SHORT' : 'ERROR_ILLEGAL_ARGUMENT')
}

/** A name, and in brackets which of an array. */
export function parseRef(cursor: Cursor): Ref {
  const name = cursor.text('word', 'ERROR_ITEM_REF')
  if (isReserved(name, cursor.version)) throw new CompileError('ERROR_NAME_RESERVED')
  if (!cursor.takes('[')) return { kind: 'ref', name }
  const index = indexOf(cursor)
  cursor.need(']', 'ERROR_EXPECTED_CLOSING_BRACKET')
  return { kind: 'ref', name, index }
}

function indexOf(cursor: Cursor): Index {
  if (cursor.peek()?.kind === 'word') return { name: cursor.text('word', 'ERROR_ILLEGAL_ARRAY_INDEX') }
  return { at: cursor.integer(0, 0xffff, 'ERROR_ILLEGAL_ARRAY_INDEX') }
}
