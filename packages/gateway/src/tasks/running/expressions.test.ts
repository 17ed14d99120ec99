import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { lex } from '../parse/lex.rules.ts'
import { parse } from '../parse/parse.ts'
import type { Arithmetic, Comparison, Expression } from '../parse/syntax.ts'
import { numberText, shortest32 } from './format.rules.ts'
import { resultOf } from './testing/program.ts'

type Fault = { readonly fault: string }
const isFault = (value: unknown): value is Fault => typeof value === 'object'

const values = { a: 3, b: -2.5, c: 0, d: 7 } as const
const defs = Object.entries(values).map(([name, value]) => `DEF ${name} F32 = ${value}`)

const arithmetic = fc.constantFrom<Arithmetic>('+', '-', '*', '/', 'MOD')
const comparison = fc.constantFrom<Comparison>('=', '<>', '<', '<=', '>', '>=')

const { number, condition } = fc.letrec<{ number: Expression; condition: Expression }>((tie) => ({
  number: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.nat(20).map((value): Expression => ({ kind: 'number', value })),
    fc.constantFrom(...Object.keys(values)).map((name): Expression => ({ kind: 'ref', name })),
    tie('number').map((of): Expression => ({ kind: 'unary', op: '-', of })),
    fc
      .tuple(arithmetic, tie('number'), tie('number'))
      .map(([op, left, right]): Expression => ({ kind: 'binary', op, left, right })),
    tie('number').map((one): Expression => ({ kind: 'call', fn: 'ABS', args: [one] })),
    tie('number').map((one): Expression => ({ kind: 'call', fn: 'SQRT', args: [one] })),
    fc
      .tuple(fc.constantFrom('MIN' as const, 'MAX' as const), tie('number'), tie('number'))
      .map(([fn, one, other]): Expression => ({ kind: 'call', fn, args: [one, other] })),
  ),
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(comparison, tie('number'), tie('number'))
      .map(([op, left, right]): Expression => ({ kind: 'binary', op, left, right })),
    tie('condition').map((of): Expression => ({ kind: 'unary', op: 'NOT', of })),
    fc
      .tuple(fc.constantFrom('AND' as const, 'OR' as const), tie('condition'), tie('condition'))
      .map(([op, left, right]): Expression => ({ kind: 'binary', op, left, right })),
  ),
}))

/** Writes an expression with all possible parentheses. */
function written(one: Expression): string {
  switch (one.kind) {
    case 'number':
      return String(one.value)
    case 'text':
      return `"${one.text}"`
    case 'ref':
      return one.name
    case 'unary':
      return `${one.op} (${written(one.of)})`
    case 'binary':
      return `(${written(one.left)}) ${one.op} (${written(one.right)})`
    case 'call':
      return `${one.fn}(${one.args.map(written).join(', ')})`
  }
}

/** As the language says it, without a thought for speed. A fault anywhere is the result. */
function naive(one: Expression): number | boolean | Fault {
  if (one.kind === 'number') return one.value
  if (one.kind === 'ref') return values[one.name as keyof typeof values]
  const inner =
    one.kind === 'unary'
      ? [one.of]
      : one.kind === 'binary'
        ? [one.left, one.right]
        : one.kind === 'call'
          ? one.args
          : []
  const parts = inner.map(naive)
  const fault = parts.find(isFault)
  if (fault !== undefined) return fault
  const [left = 0, right = 0] = parts.map(Number)
  const value = applied(one, left, right)
  if (typeof value === 'boolean') return value
  if (Number.isNaN(value) && one.kind === 'call') return { fault: 'EXC_RESULT_COMPLEX' }
  return Number.isFinite(value) ? value : { fault: 'EXC_RESULT_INFINITY' }
}

function applied(one: Expression, left: number, right: number): number | boolean {
  const op = one.kind === 'call' ? one.fn : one.kind === 'unary' ? `u${one.op}` : one.kind === 'binary' ? one.op : ''
  const table: Record<string, () => number | boolean> = {
    '+': () => left + right,
    '-': () => left - right,
    '*': () => left * right,
    '/': () => left / right,
    MOD: () => left % right,
    'u-': () => -left,
    uNOT: () => left === 0,
    '=': () => left === right,
    '<>': () => left !== right,
    '<': () => left < right,
    '<=': () => left <= right,
    '>': () => left > right,
    '>=': () => left >= right,
    AND: () => left !== 0 && right !== 0,
    OR: () => left !== 0 || right !== 0,
    ABS: () => Math.abs(left),
    SQRT: () => Math.sqrt(left),
    MIN: () => Math.min(left, right),
    MAX: () => Math.max(left, right),
  }
  return table[op]?.() ?? Number.NaN
}

const fitsLine = (text: string): boolean => text.length < 200

test('expressions come to what a naive evaluator says', () => {
  fc.assert(
    fc.property(number, (expression) => {
      fc.pre(fitsLine(written(expression)))
      const expected = naive(expression)
      const got = resultOf([...defs, 'DEF x F32', `PUT x = ${written(expression)}`].join('\n'))
      if (isFault(expected)) return assert.equal(got, expected.fault, written(expression))
      const fitting = Math.fround(Number(expected)) + 0
      assert.deepEqual(got, Number.isFinite(fitting) ? fitting : 'EXC_OUT_OF_BOUNDS', written(expression))
    }),
    { numRuns: 1000 },
  )
})

test('conditions come to what a naive evaluator says', () => {
  fc.assert(
    fc.property(condition, (expression) => {
      fc.pre(fitsLine(written(expression)))
      const expected = naive(expression)
      const got = resultOf([...defs, 'DEF x BIT', `PUT x = ${written(expression)}`].join('\n'))
      assert.deepEqual(got, isFault(expected) ? expected.fault : Number(expected), written(expression))
    }),
    { numRuns: 1000 },
  )
})

test('reads back what it writes', () => {
  fc.assert(
    fc.property(fc.oneof(number, condition), (expression) => {
      fc.pre(fitsLine(written(expression)))
      const parsed = parse(lex(['TASK 1 PERIOD 500', `PUT x = ${written(expression)}`]))
      assert.ok('ok' in parsed)
      assert.partialDeepStrictEqual(parsed.ok.statements, [{ kind: 'DO', action: { do: 'PUT', value: expression } }])
    }),
    { numRuns: 1000 },
  )
})

test('a number is written so that it reads back alike', () => {
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
      assert.equal(Math.fround(Number(shortest32(value))) + 0, value + 0)
      assert.equal(Math.fround(Number(numberText(value, null))) + 0, value + 0)
    }),
  )
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => assert.equal(Number(numberText(value, null)), value)))
})

const two32 = 4_294_967_296n
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const s64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })

/** A value of 64 bits in two registers of 32, as meters have them. */
const halves = (name: string, value: bigint): string =>
  `DEF ${name}hi ${value < 0n ? 'S32' : 'U32'} = ${value >> 32n}\nDEF ${name}lo U32 = ${BigInt.asUintN(32, value)}`
const joinedOf = (name: string): string => `${name}hi * ${two32} + ${name}lo`

test('whole numbers of 64 bits are written with every digit', () => {
  fc.assert(
    fc.property(fc.oneof(u64, s64), fc.oneof(u64, s64), fc.integer({ min: 1, max: 0xffff }), (a, b, n) => {
      const rows: [expression: string, expected: string][] = [
        [`STR(${joinedOf('a')})`, String(a)],
        [`STR(${joinedOf('a')}, 2)`, `${a}.00`],
        [`STR(${joinedOf('a')} - (${joinedOf('b')}))`, String(a - b)],
        [`STR((${joinedOf('a')}) MOD ${n})`, String(a % BigInt(n))],
        [`STR(MAX(${joinedOf('a')}, ${joinedOf('b')}))`, String(a > b ? a : b)],
        [`STR(MIN(${joinedOf('a')}, ${joinedOf('b')}))`, String(a < b ? a : b)],
        [`STR(-ABS(${joinedOf('a')}))`, String(a < 0n ? a : -a)],
        [`STR((${joinedOf('a')}) * ${n} / ${n})`, String(a)],
        [`STR(${a < 0n ? -a : a})`, String(a < 0n ? -a : a)],
      ]
      const items = `${halves('a', a)}\n${halves('b', b)}\nDEF x STR[80]`
      for (const [expression, expected] of rows) assert.equal(resultOf(`${items}\nPUT x = ${expression}`), expected)
    }),
    { numRuns: 300 },
  )
})

test('prints a fraction with the digits of its source', () => {
  const rows: [item: string, expression: string, text: string][] = [
    ['DEF e U32 = 4294967295', 'e / 1000', '4294967.295'],
    ['DEF e U32 = 16777217', 'e + 0.5', '16777217.5'],
    ['DEF e S32 = -2147483647', 'e / 100', '-21474836.47'],
    ['DEF e U16 = 3', 'e * 0.1', '0.3'],
    ['DEF e F32 = 21.7', 'e', '21.7'],
    ['DEF e F32 = 22', 'e * 1.8 + 32', '71.6'],
    ['DEF e F32 = 100000000000000000000000', 'e', '99999997781963083612160'],
    ['DEF e F32 = 0.1', '-e', '-0.1'],
  ]
  for (const [item, expression, text] of rows)
    assert.equal(resultOf(`${item}\nDEF x STR[80]\nPUT x = STR(${expression})`), text)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), fc.nat(6), (value, decimals) => {
      const text = resultOf(`DEF e U32 = ${value}\nDEF x STR[80]\nPUT x = STR(e / ${10 ** decimals})`)
      assert.equal(Number(text), value / 10 ** decimals)
    }),
  )
})
