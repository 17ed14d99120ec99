import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byConcern, classOf, concernOf, countsOf, type ElementState, inputsOf, spaced } from './element-state.ts'

for (const [quality, state, className, concern] of [
  ['good', undefined, null, 'none'],
  ['good', 'off', 'is-off', 'none'],
  ['good', 'run', 'is-run', 'none'],
  ['good', 'warn', 'is-warn', 'warning'],
  ['good', 'fault', 'is-fault', 'critical'],
  ['stale', 'fault', 'is-stale', 'unknown'],
  ['failed', 'run', 'is-unknown', 'unknown'],
  ['none', undefined, 'is-unknown', 'unknown'],
] as const) {
  test(`${quality} ${state ?? 'without a state'}`, () => {
    const facts: ElementState = { quality, state, text: '' }
    assert.deepEqual([classOf(facts), concernOf(facts)], [className, concern])
  })
}

test('the worst comes first, then names with their numbers in order', () => {
  const rows = [
    { name: 'Pump 10', concern: 'none' },
    { name: 'Pump 2', concern: 'none' },
    { name: 'Old', concern: 'unknown' },
    { name: 'Hot', concern: 'warning' },
    { name: 'Trip', concern: 'critical' },
  ] as const
  const { compare } = new Intl.Collator('en', { numeric: true })
  const names = byConcern(rows, compare).map(({ name }) => name)
  assert.deepEqual(names, ['Trip', 'Hot', 'Old', 'Pump 2', 'Pump 10'])
})

test('a parameter that is shown twice is counted once', () => {
  const good = { quality: 'good', text: '' } as const
  assert.deepEqual(
    countsOf({
      a: { ...good, state: 'fault', paramId: 1 },
      b: { ...good, state: 'fault', paramId: 1 },
      c: { ...good, state: 'fault', paramId: 2 },
      d: { ...good, quality: 'stale' },
      e: good,
    }),
    { none: 1, warning: 0, critical: 2, unknown: 1 },
  )
})

test('the parameters of bindings and formulas', () => {
  const bindings = [
    { code: 'a', param: 3 },
    { code: 'b', formula: '#12 + #3 * (#7 - 1)' },
    { code: 'c', arg: 'run' },
  ]
  assert.deepEqual([...inputsOf({ bindings })], [3, 12, 7])
})

test('thousands have a thin space, whatever else has a comma', () => {
  const textOf = (text: string, number?: number): string | undefined =>
    spaced({ a: { text, quality: 'good', ...(number !== undefined && { number }) } })['a']?.text
  for (const [text, number, shown] of [
    ['22,018 W', 22_018, '22\u202f018 W'],
    ['-1,234,567.89 kWh', -1_234_567.89, '-1\u202f234\u202f567.89 kWh'],
    ['1,234 bar', 1.234, '1,234 bar'],
    ['999,999', 999.999, '999,999'],
    ['1,000 V', 999.6, '1\u202f000 V'],
    ['Open, locked', undefined, 'Open, locked'],
  ] as const) {
    assert.equal(textOf(text, number), shown)
  }
})
