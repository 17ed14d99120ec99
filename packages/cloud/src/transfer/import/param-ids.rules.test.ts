import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { goneIds, movedFormula, movedOrGone, movedParam } from './param-ids.rules.ts'

const existing = new Map([
  [1, 12],
  [12, 1],
  [120, 7],
])
const ids = { existing, gone: goneIds([99], [5000], existing) }

test('formulas name parameters by their new ids', () => {
  const rows: [string, string][] = [
    ['#1', '#12'],
    ['#1+#12*#120', '#12+#1*#7'],
    ['(#99\t- 1) mod #12 ', '(#5000\t- 1) mod #1 '],
    ['1 + 12', '1 + 12'],
    ['#1 +* (', '#12 +* ('],
    ['#1 ? #12', '#1 ? #12'],
    ['', ''],
  ]
  for (const [formula, moved] of rows) assert.equal(movedFormula('x', formula, ids), moved)
})

test('there and back again a formula is the same', () => {
  const back = { existing: new Map(Array.from(existing, ([from, to]) => [to, from])), gone: new Map([[5000, 99]]) }
  const word = fc.constantFrom('#1', '#12', '#120', '#99', '1.5', ' + ', '*', '(', ')', ' mod ', '\n')
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const formula = words.join('')
      assert.equal(movedFormula('x', movedFormula('x', formula, ids), back), formula)
    }),
  )
})

test('refuses IDs that the document does not have, with their position', () => {
  const refusal = { message: 'body.a.b: no parameter of the document is 7' }
  assert.throws(() => movedFormula('a.b', '1 + #7', ids), refusal)
  assert.throws(() => movedOrGone('a.b', 7, ids), refusal)
  assert.throws(() => movedParam('a.b', 99, ids), /no parameter of the document is 99/)
  assert.throws(() => goneIds([1], [5], existing), /body\.goneParams\.0: 1 is there as a parameter/)
  assert.throws(() => goneIds([7, 7], [5, 6], existing), /body\.goneParams\.1: 7 is there twice/)
})
