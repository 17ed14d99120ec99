import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Decimal, decimalOf, parseDecimal, toText } from '@busbar/modbus/decimal'
import * as fc from 'fast-check'
import { evaluate, quotientDigits } from './evaluate.ts'
import { charsMax } from './lex.ts'
import { type Formula, paramsOf, parseFormula } from './parse.ts'

const parsed = (text: string): Formula => {
  const formula = parseFormula(text)
  assert.ok(!('error' in formula), 'error' in formula ? formula.error : '')
  return formula
}
/** Parameter 9 has no value; others have their id and a half. */
const half = (id: number): Decimal | null => (id === 9 ? null : decimalOf(id + 0.5))
const result = (text: string): string => {
  const outcome = evaluate(parsed(text), half)
  return 'error' in outcome ? outcome.error : toText(outcome.value)
}

describe('formulas', () => {
  const rows: [text: string, gives: string][] = [
    ['1', '1'],
    ['0.1 + 0.2', '0.3'],
    ['1 - 2 - 3', '-4'],
    ['2 * 3 + 4', '10'],
    ['2 + 3 * 4', '14'],
    ['(2 + 3) * 4', '20'],
    ['12 / 3 / 2', '2'],
    ['1 / 3', `0.${'3'.repeat(quotientDigits)}3`],
    ['7 mod 3', '1'],
    ['-7 mod 3', '2'],
    ['7 mod -3', '-2'],
    ['7.5 mod 2', '1.5'],
    ['2 * 7 mod 4', '2'],
    ['2^10', '1024'],
    ['2^3^2', '512'],
    ['-2^2', '-4'],
    ['(-2)^2', '4'],
    ['2^-1', '0.5'],
    ['0^0', '1'],
    ['1.5^2', '2.25'],
    ['4^(1/2)', 'bad-power'],
    ['2^101', 'bad-power'],
    ['0^-1', 'division-by-zero'],
    ['1 / (2 - 2)', 'division-by-zero'],
    ['1 mod 0', 'division-by-zero'],
    ['(10^100)^100', 'too-large'],
    [Array(10).fill('10^99').join('*'), `1${'0'.repeat(990)}`],
    [`0 * ${Array(11).fill('10^99').join('*')}`, '0'],
    [Array(11).fill('10^99').join('*'), 'too-large'],
    [`${Array(11).fill('10^99').join('*')} - 1`, 'too-large'],
    [Array(11).fill('10^-99').join('*'), 'too-large'],
    ['2^100', '1267650600228229401496703205376'],
    ['10^-100 * 10^100', '1'],
    ['2^-101', 'bad-power'],
    ['1 - 1 / 0', 'division-by-zero'],
    ['-#9', 'no-value'],
    ['-(1 / 0)', 'division-by-zero'],
    ['6 mod 3', '0'],
    ['-6 mod 3', '0'],
    ['-7 mod -3', '-1'],
    [Array(65).fill('(1)').join('+'), '65'],
    [Array(65).fill('-1').join('-'), '63'],
    [`${'('.repeat(64)}1${')'.repeat(64)}`, '1'],
    ['#3 + #4', '8'],
    ['#3*2-#1', '5.5'],
    ['#9 + 1', 'no-value'],
    ['- - 3', '3'],
    ['1\n+\t1', '2'],
    ['12345678901234567890 - 0.00000000001', '12345678901234567889.99999999999'],
  ]
  for (const [text, gives] of rows) test(`${text} is ${gives}`, () => assert.equal(result(text), gives))

  const wrong: [text: string, at: number, says: RegExp][] = [
    ['', 0, /ends where/],
    ['1 +', 3, /ends where/],
    ['+1', 0, /has \+/],
    ['1 2', 2, /goes on/],
    ['(1', 0, /not closed/],
    ['1)', 1, /goes on/],
    ['#', 0, /no number/],
    ['#0', 0, /no number/],
    ['#99999999999999999', 0, /no number/],
    ['#9999999999999999', 0, /cannot be/],
    ['1 modulo 2', 2, /no number/],
    ['1,5', 1, /no number/],
    ['.5', 0, /no number/],
    ['1e5', 1, /no number/],
    ['process.exit()', 0, /no number/],
    ['1'.repeat(41), 0, /too many digits/],
    [`${'('.repeat(65)}1${')'.repeat(65)}`, 65, /nested/],
    [`${'-'.repeat(65)}1`, 65, /nested/],
    [`1${'^1'.repeat(65)}`, 130, /nested/],
    [' '.repeat(charsMax + 1), charsMax, /characters/],
    [Array.from({ length: 101 }, (_, id) => `#${id + 1}`).join('+'), 0, /parameters/],
  ]
  for (const [text, at, says] of wrong) {
    test(`wrong: ${text.slice(0, 30)}`, () => {
      const formula = parseFormula(text)
      assert.ok('error' in formula)
      assert.match(formula.error, says)
      assert.equal(formula.at, at)
    })
  }

  test('the parameters of a formula', () => {
    assert.deepEqual(
      paramsOf(parsed('#1 + -#2 ^ (#3 - #1) * 2')).toSorted((a, b) => a - b),
      [1, 2, 3],
    )
  })

  test('any text is read in no time, or refused', () => {
    const unit = fc.constantFrom('(', ')', '#', '1', '.', '+', '-', '^', '*', 'mod', ' ', '7', '/')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: charsMax }), (text) => {
        const formula = parseFormula(text)
        if (!('error' in formula)) evaluate(formula, half)
      }),
      { numRuns: 2000 },
    )
  })
})

/** Fractions of big integers: exact in everything, and no code of ours. */
type Ratio = readonly [top: bigint, bottom: bigint]
interface Sample {
  text: string
  ratio: Ratio | null
}
const ratioOf = ({ digits, scale }: Decimal): Ratio => [digits, 10n ** BigInt(scale)]
const isSame = ([a, b]: Ratio, [c, d]: Ratio): boolean => a * d === c * b
const floor = (a: bigint, b: bigint): bigint => {
  const [top, bottom] = b < 0n ? [-a, -b] : [a, b]
  return top >= 0n ? top / bottom : -((-top + bottom - 1n) / bottom)
}
const combine = (sign: string, left: Sample, right: Sample): Sample => {
  const text = `(${left.text}) ${sign} (${right.text})`
  if (left.ratio === null || right.ratio === null) return { text, ratio: null }
  const [[a, b], [c, d]] = [left.ratio, right.ratio]
  if (sign === '+') return { text, ratio: [a * d + c * b, b * d] }
  if (sign === '-') return { text, ratio: [a * d - c * b, b * d] }
  if (sign === '*') return { text, ratio: [a * c, b * d] }
  if (c === 0n) return { text, ratio: null }
  return { text, ratio: [a * d - c * b * floor(a * d, b * c), b * d] }
}
const numbers: fc.Arbitrary<Sample> = fc
  .tuple(fc.nat(100_000), fc.integer({ min: 0, max: 4 }))
  .map(([digits, scale]) => {
    const text = toText({ digits: BigInt(digits), scale })
    return { text, ratio: [BigInt(digits), 10n ** BigInt(scale)] }
  })
const { samples } = fc.letrec<{ samples: Sample }>((tie) => ({
  samples: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numbers,
    fc
      .tuple(fc.constantFrom('+', '-', '*', 'mod'), tie('samples'), tie('samples'))
      .map(([s, a, b]) => combine(s, a, b)),
    tie('samples').map(({ text, ratio }) => ({ text: `-(${text})`, ratio: ratio && ([-ratio[0], ratio[1]] as const) })),
    fc.tuple(tie('samples'), fc.nat(3)).map(([{ text, ratio }, count]) => ({
      text: `(${text})^${count}`,
      ratio: ratio && ([ratio[0] ** BigInt(count), ratio[1] ** BigInt(count)] as const),
    })),
  ),
}))

test('all but quotients is exact', () => {
  fc.assert(
    fc.property(samples, ({ text, ratio }) => {
      fc.pre(text.length <= charsMax)
      const outcome = evaluate(parsed(text), () => null)
      if ('error' in outcome) assert.ok(outcome.error === 'too-large' || ratio === null, outcome.error)
      else assert.ok(ratio !== null && isSame(ratioOf(outcome.value), ratio), `${text} is ${toText(outcome.value)}`)
    }),
    { numRuns: 2000 },
  )
})

test('a quotient is right in all its digits', () => {
  fc.assert(
    fc.property(samples, samples, (left, right) => {
      const text = `(${left.text}) / (${right.text})`
      fc.pre(text.length <= charsMax && left.ratio !== null && right.ratio !== null)
      const outcome = evaluate(parsed(text), () => null)
      if ('error' in outcome) return assert.ok(outcome.error === 'too-large' || right.ratio[0] === 0n)
      const [a, b] = left.ratio
      const [c, d] = right.ratio
      const [top, bottom] = ratioOf(outcome.value)
      // |quotient - (a/b)/(c/d)| <= |quotient| / 10^33
      const off = top * b * c - a * d * bottom
      const size = (value: bigint): bigint => (value < 0n ? -value : value)
      return assert.ok(size(off) * 10n ** BigInt(quotientDigits - 1) <= size(top * b * c), text)
    }),
    { numRuns: 1000 },
  )
})

test('numbers are as they are written', () => {
  for (const text of ['0', '7', '0.50', '100000000000000000000.00001']) {
    assert.deepEqual(
      evaluate(parsed(text), () => null),
      { value: parseDecimal(text) },
    )
  }
})
