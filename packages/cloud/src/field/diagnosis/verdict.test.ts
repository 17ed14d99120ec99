import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { budgetOf } from './budget.rules.ts'
import type { NetFacts, UnitFacts } from './facts.ts'
import { type Figures, noFigures } from './figures.ts'
import { ruleNames } from './rules.ts'
import { verdict } from './verdict.ts'

const well: Partial<Figures> = { requests: 100, answers: 100, answerMs: 2000, fastestMs: 15, slowestMs: 40 }
const unit = (number: number, recent: Partial<Figures> = well, silentRequests = 0, hasAnswered = true): UnitFacts => ({
  unit: number,
  recent: { ...noFigures(), ...recent },
  silentRequests,
  silentMs: silentRequests > 0 ? 60_000 : 0,
  hasAnswered,
})
const net = (units: readonly UnitFacts[], fields: Partial<NetFacts> = {}): NetFacts => ({
  isConnected: true,
  timeoutMs: 1000,
  load: 0.2,
  units,
  ...fields,
})
const silent: Partial<Figures> = { requests: 10, timeouts: 10 }
const others = [unit(1), unit(2)]

const rows: readonly [what: string, facts: NetFacts, findings: readonly string[]][] = [
  ['nothing is known', net([]), []],
  ['all is well', net(others), []],
  ['no connection explains all', net([unit(1, silent, 10)], { isConnected: false }), ['no-connection']],
  ['a full line', net(others, { load: 0.95 }), ['overload']],
  ['one unit alone that is silent', net([unit(1, silent, 10)]), ['unit-silent 1']],
  ['one unit that has never answered', net([...others, unit(3, silent, 10, false)]), ['unit-never-answered 3']],
  ['one request in vain is none', net([...others, unit(3, { ...well, timeouts: 1 }, 1)]), []],
  ['three requests in vain', net([...others, unit(3, well, 3)]), ['unit-silent 3']],
  ['half of the answers damaged', net([...others, unit(3, { ...well, damaged: 50 })]), ['same-address 3']],
  ['some answers damaged', net([...others, unit(3, { ...well, damaged: 3 })]), ['unit-noise 3']],
  ['one of a hundred damaged', net([...others, unit(3, { ...well, damaged: 1 })]), []],
  ['many second answers', net([...others, unit(3, { ...well, doubled: 30 })]), ['same-address 3']],
  ['a second answer now and then', net([...others, unit(3, { ...well, doubled: 3 })]), []],
  [
    'damaged answers of two of three',
    net([unit(1), unit(2, { ...well, damaged: 4 }), unit(3, { ...well, damaged: 9 })]),
    ['line-noise'],
  ],
  [
    'noise, and a silent unit beside it',
    net([unit(1, silent, 9), unit(2, { ...well, damaged: 4 }), unit(3, { ...well, damaged: 9 })]),
    ['line-noise', 'unit-silent 1'],
  ],
  ['late answers explain timeouts', net([...others, unit(3, { ...well, timeouts: 20, late: 20 })]), ['late-answers 3']],
  ['slow explains timeouts', net([...others, unit(3, { ...well, answerMs: 70_000, timeouts: 20 })]), ['unit-slow 3']],
  ['slow beside the others', net([...others, unit(3, { ...well, answerMs: 30_000 })]), ['unit-slow 3']],
  ['all slow alike, in time', net([1, 2, 3].map((one) => unit(one, { ...well, answerMs: 30_000 }))), []],
  ['refusals', net([...others, unit(3, { ...well, exceptions: 25 })]), ['unit-refuses 3']],
  ['requests without an answer', net([...others, unit(3, { ...well, timeouts: 5 })]), ['unit-shaky 3']],
  ['too few requests for a rate', net([...others, unit(3, { requests: 4, answers: 1, damaged: 3 })]), []],
]

for (const [what, facts, findings] of rows) {
  test(`verdict: ${what}`, () => {
    const found = verdict(facts).map(({ rule, unit: one }) => (one === undefined ? rule : `${rule} ${one}`))
    assert.deepEqual(found, findings)
  })
}

test('whatever was counted, a unit has one verdict at most, and its evidence is whole numbers', () => {
  const some = fc.nat({ max: 200 })
  const figures = fc.record({
    requests: some,
    answers: some,
    exceptions: some,
    timeouts: some,
    damaged: some,
    late: some,
    doubled: some,
    foreign: some,
    fastestMs: some,
    slowestMs: some,
    answerMs: some,
    busyMs: some,
  })
  fc.assert(
    fc.property(fc.array(fc.tuple(figures, fc.nat({ max: 5 })), { maxLength: 6 }), fc.boolean(), (all, isConnected) => {
      const units = all.map(([recent, silentRequests], i) => unit(i + 1, recent, silentRequests))
      const found = verdict(net(units, { isConnected }))
      const judged = found.flatMap(({ unit: one }) => one ?? [])
      assert.equal(new Set(judged).size, judged.length)
      for (const { rule, evidence } of found) {
        assert.ok(ruleNames.includes(rule))
        assert.ok(Object.values(evidence).every((value) => Number.isSafeInteger(value)))
      }
    }),
  )
})

test('the budget: shares of the time, by those that answer', () => {
  const units = new Map([
    [1, { ...noFigures(), answers: 10, busyMs: 1000 }],
    [2, { ...noFigures(), answers: 10, busyMs: 3000 }],
    [3, { ...noFigures(), timeouts: 2, busyMs: 2000 }],
  ])
  const { load, perDevice, withTenMore, roomFor } = budgetOf(units, 100_000, 1)
  assert.deepEqual([load, perDevice, withTenMore, roomFor], [0.06, 0.02, 0.26, 42])
  assert.deepEqual(budgetOf(units, 100_000, 2).load, 0.03)
  assert.deepEqual(budgetOf(new Map(), 0, 1), {
    load: 0,
    perDevice: null,
    withTenMore: null,
    roomFor: null,
    byUnit: new Map(),
  })
})
