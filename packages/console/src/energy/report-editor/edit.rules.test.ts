import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import type { ParamChoice } from '../../readings/values/param-choices.rules.ts'
import {
  type Branch,
  changedTo,
  type History,
  idsBelow,
  moved,
  redone,
  refusedBranch,
  removed,
  rowsOf,
  undone,
} from './draft.rules.ts'
import { completed, formulaNames, shownFormula, storedFormula, wordBefore } from './formula.rules.ts'

const choice = (id: number, deviceName: string, name: string): ParamChoice => ({
  id,
  name,
  deviceName,
  label: '',
  deviceId: 1,
  netName: 'Net',
  unit: 'kWh',
  isTracked: true,
  isProgrammable: false,
  path: ['Net', deviceName, name],
  words: '',
})
const names = formulaNames([choice(7, 'Meter', 'Energy'), choice(8, 'Pump', 'Energy'), choice(9, 'Pump', 'Energy')])

describe('a formula', () => {
  test('is read by names and stored by ids', () => {
    const text = '([Meter · Energy] + [Net · Pump · Energy #9]) / 2'
    assert.equal(shownFormula('(#7 + #9) / 2', names), text)
    assert.equal(storedFormula(text, names).formula, '(#7 + #9) / 2')
  })

  test('has the place of a mistake in what was written', () => {
    const { formula, typedIndexOf } = storedFormula('[Meter · Energy] + ?', names)
    assert.equal(formula, '#7 + ?')
    assert.deepEqual([typedIndexOf(0), typedIndexOf(5), typedIndexOf(6)], [0, 19, 20])
    assert.equal(storedFormula('[Nobody]', names).formula, '[Nobody]')
  })

  test('comes back as it was, whatever it is', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('#7', '#8', '#9', '#10', ' + ', '(', ')', '12.5', ' mod ', '*'), { maxLength: 20 }),
        (parts) => {
          const formula = parts.join('')
          // A digit right behind an id would be another one.
          fc.pre(!/#\d+(?=12\.5)/.test(formula) && !/12\.5\d/.test(formula))
          assert.equal(storedFormula(shownFormula(formula, names), names).formula, formula)
        },
      ),
      { numRuns: 200 },
    ))

  for (const [text, word] of [
    ['1 + mi', 'mi'],
    ['[Met', 'Met'],
    ['[', ''],
    ['#', ''],
    ['2 mod', null],
    ['1 + 2', null],
    ['[Meter · Energy]', null],
    ['(Main met', 'Main met'],
  ] as const) {
    test(`proposes after "${text}" what has "${word}"`, () => {
      assert.equal(wordBefore(text, text.length)?.text ?? null, word)
    })
  }

  test('replaces the word with the suggestion', () => {
    const word = wordBefore('1 + mi * 2', 6)
    assert.ok(word)
    assert.deepEqual(completed('1 + mi * 2', word, 'Meter · Energy'), { text: '1 + [Meter · Energy] * 2', caret: 20 })
  })
})

const branch = (id: string, parentBranchId?: string): Branch => ({
  id,
  name: id,
  ...(parentBranchId !== undefined && { parentBranchId }),
})
const some = [branch('a'), branch('b', 'a'), branch('c', 'a'), branch('d'), branch('e', 'd')]
const outline = (branches: readonly Branch[] | null): string | null =>
  branches === null
    ? null
    : rowsOf(branches)
        .map(({ branch: { id }, level }) => `${id}${level}`)
        .join(' ')

describe('branches', () => {
  for (const [id, step, gives] of [
    ['c', 'up', 'a0 c1 b1 d0 e1'],
    ['b', 'up', null],
    ['a', 'down', 'd0 e1 a0 b1 c1'],
    ['d', 'in', 'a0 b1 c1 d1 e2'],
    ['c', 'in', 'a0 b1 c2 d0 e1'],
    ['a', 'in', null],
    ['b', 'out', 'a0 c1 b0 d0 e1'],
    ['d', 'out', null],
  ] as const) {
    test(`${id} ${step}: ${gives}`, () => assert.equal(outline(moved(some, id, step)), gives))
  }

  test('are no deeper than five, and go with what is below', () => {
    const deep = [
      branch('x'),
      ...['1', '2', '3', '4', '5'].map((id, at) => branch(id, at === 0 ? undefined : String(at))),
    ]
    assert.equal(moved(deep, '1', 'in'), null)
    assert.deepEqual([...idsBelow(some, 'a')], ['a', 'b', 'c'])
    assert.equal(outline(removed(some, 'a')), 'd0 e1')
  })

  test('changes are undone and done again; typing on is one', () => {
    const at = (name: string) => ({ name, branches: [] })
    let history: History = { past: [], now: at(''), future: [], about: '' }
    history = changedTo(history, at('N'), 'name')
    history = changedTo(history, at('Ne'), 'name')
    history = changedTo(history, at('Ne!'), '')
    assert.deepEqual(
      history.past.map(({ name }) => name),
      ['', 'Ne'],
    )
    const back = undone(history)
    assert.equal(back?.now.name, 'Ne')
    assert.equal(redone(back)?.now.name, 'Ne!')
    assert.equal(undone(undone(back) ?? back), null)
  })

  test('names what the service refuses', () => {
    assert.equal(refusedBranch(some, 'body.branches.3.value.formula: ends'), 'd')
    assert.equal(refusedBranch(some, 'Links lead round in a circle'), null)
  })
})
