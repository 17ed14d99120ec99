import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Binding, Rule } from './bindings.contract.ts'
import { visData, visValues } from './data.rules.ts'
import { ruleOf } from './testing/rule.ts'
import type { KnownParam } from './values.sql.ts'

const last = (value: string, number: number | null = Number(value)) => ({ value, number, readOn: 0 })
const rest = { error: null, updatePeriodSec: 60 }
const known = new Map<number, KnownParam>([
  [1, { ...rest, id: 1, valueType: 'f64', precision: 1, unitName: 'V', last: last('1230.25') }],
  [2, { ...rest, id: 2, valueType: 'enum', enum: { 1: { en: 'On', pl: 'Włączony' } }, last: last('1') }],
  [3, { ...rest, id: 3, valueType: 'string', last: last('=x', null) }],
  [4, { ...rest, id: 4, valueType: 'u16', last: null }],
  [5, { ...rest, id: 5, valueType: 'u64', last: last('18446744073709551615') }],
  [6, { ...rest, id: 6, valueType: 's16', unitName: '%', last: last('0') }],
])
const dataOf = (binding: Omit<Binding, 'code'>, lang: 'en' | 'pl' = 'en'): Record<string, string> =>
  visData({ id: 1, bindings: [{ code: 'c', ...binding }], saved: null }, known, lang)
/** Units stand behind a space that does not break. */
const plain = (text: string | undefined): string | undefined => text?.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('texts of bindings', () => {
  const rows: readonly (readonly [binding: Omit<Binding, 'code'>, en: string, pl: string])[] = [
    [{ param: 1 }, '1,230.3 V', '1230,3 V'],
    [{ param: 1, format: { decimals: 0 } }, '1,230 V', '1230 V'],
    [{ param: 1, format: { unit: false } }, '1,230.3', '1230,3'],
    [{ param: 1, format: { decimals: 3, unit: true } }, '1,230.250 V', '1230,250 V'],
    [{ param: 2 }, 'On', 'Włączony'],
    [{ param: 3 }, '=x', '=x'],
    [{ param: 4 }, '', ''],
    [{ param: 99 }, '', ''],
    [{ formula: '#1 * 2' }, '2,460.5', '2460,5'],
    [{ formula: '#1 / 3', format: { decimals: 2 } }, '410.08', '410,08'],
    [{ formula: '1 / 3' }, '0.333333', '0,333333'],
    [{ formula: '0.1 + 0.2' }, '0.3', '0,3'],
    [{ formula: '#5 - 1', format: { decimals: 0 } }, '18,446,744,073,709,551,614', '18 446 744 073 709 551 614'],
    [{ formula: '#2 + #6' }, '1', '1'],
    [{ formula: '#1 + #4' }, '', ''],
    [{ formula: '#1 + #99' }, '', ''],
    [{ formula: '#3 + 1' }, '', ''],
    [{ formula: '1 / #6' }, '', ''],
    [{ formula: '1 +' }, '', ''],
  ]
  for (const [binding, en, pl] of rows) {
    test(JSON.stringify(binding), () => {
      assert.deepEqual([plain(dataOf(binding)['c']), plain(dataOf(binding, 'pl')['c'])], [en, pl])
    })
  }
})

describe('rules', () => {
  const hot = ruleOf({ from: 1000 }, { color: 'red', text: 'hot' })
  const rows: readonly (readonly [param: number, rules: Rule[], gives: Record<string, string>])[] = [
    [1, [hot], { c: 'hot', 'c.color': 'red' }],
    [6, [hot], { c: '0 %' }],
    [4, [ruleOf({}, { color: 'red' })], { c: '' }],
    [1, [ruleOf({ from: 1230.25, till: 1230.25 }, { visible: false })], { c: '1,230.3 V', 'c.visible': 'false' }],
    [1, [ruleOf({ till: 1230.2 }, { visible: false })], { c: '1,230.3 V' }],
    [2, [ruleOf({ equals: 1 }, { visible: true })], { c: 'On', 'c.visible': 'true' }],
    [2, [ruleOf({ equals: '1' }, { text: '' })], { c: '' }],
    [2, [ruleOf({ equals: 2 }, { text: 'x' })], { c: 'On' }],
    [3, [ruleOf({ equals: '=x' }, { color: '#fff' })], { c: '=x', 'c.color': '#fff' }],
    [3, [ruleOf({ from: 0 }, { color: '#fff' })], { c: '=x' }],
    [3, [ruleOf({}, { rotate: 7, fill: 50 })], { c: '=x', 'c.rotate': '7', 'c.fill': '50' }],
    [
      1,
      [ruleOf({ from: 1000, till: 2000 }, { rotate: [-90, 90], fill: [0, 100] })],
      { c: '1,230.3 V', 'c.rotate': '-48.555', 'c.fill': '23.025' },
    ],
    [6, [ruleOf({ from: 0, till: 9 }, { rotate: [360, 0] })], { c: '0 %', 'c.rotate': '360' }],
    [
      1,
      [
        ruleOf({ from: 5000 }, { color: 'black' }),
        ruleOf({ from: 100 }, { color: 'green' }),
        hot,
        ruleOf({}, { color: 'blue', text: 'other', rotate: 1 }),
      ],
      { c: 'hot', 'c.color': 'green', 'c.rotate': '1' },
    ],
    [2, [ruleOf({ equals: 1 }, { state: 'run' })], { c: 'On', 'c.state': 'run' }],
    [
      6,
      [ruleOf({ from: -10, till: 10 }, { flow: [-1, 1], size: [0, 80] })],
      { c: '0 %', 'c.flow': '0', 'c.size': '40' },
    ],
    [6, [ruleOf({ till: 0 }, { move: [5, -5] })], { c: '0 %', 'c.move': '5 -5' }],
    [
      6,
      [
        ruleOf(
          { from: 0, till: 4 },
          {
            move: [
              [0, 8],
              [100, 0],
            ],
          },
        ),
      ],
      { c: '0 %', 'c.move': '0 8' },
    ],
    [6, [ruleOf({ of: 'other' }, { state: 'fault' })], { c: '0 %' }],
  ]
  for (const [param, rules, gives] of rows) {
    test(`#${param} ${JSON.stringify(rules)}`, () => {
      const data = Object.entries(dataOf({ param, rules })).map(([key, text]) => [key, plain(text)])
      assert.deepEqual(Object.fromEntries(data), gives)
    })
  }

  test('a rule looks at another binding', () => {
    const bindings = [
      {
        code: 'pump',
        param: 2,
        rules: [ruleOf({ of: 'trip', equals: 0 }, { state: 'fault' }), ruleOf({}, { state: 'run' })],
      },
      { code: 'trip', param: 6 },
    ]
    const stateOf = (list: Binding[]) =>
      visValues({ id: 1, bindings: list, saved: null }, known, 'en', 0)['pump']?.state
    assert.equal(stateOf(bindings), 'fault')
    assert.equal(stateOf(bindings.slice(0, 1)), 'run')
  })

  test('saved values take precedence over readings', () => {
    const bindings = [
      { code: 'a', param: 2 },
      { code: 'b', param: 2 },
    ]
    const saved = { b: 'saved', d: 'more' }
    assert.deepEqual(visData({ id: 1, bindings, saved }, known, 'en'), { a: 'On', b: 'saved', d: 'more' })
  })
})

describe('quality of readings', () => {
  const minute = 60_000
  const failed = { reason: 'Timeout', on: 5 * minute }
  const rows: readonly (readonly [
    what: string,
    param: Partial<KnownParam>,
    staleAfterSec: number | undefined,
    now: number,
    gives: object,
  ])[] = [
    ['is read in time', {}, undefined, 3 * minute, { quality: 'good' }],
    ['was not read for three periods', {}, undefined, 3 * minute + 10_001, { quality: 'stale' }],
    ['may be old', {}, 7200, 60 * minute, { quality: 'good' }],
    ['may not be old', {}, 5, 5001, { quality: 'stale' }],
    ['was not read the last time', { error: failed }, undefined, 0, { quality: 'failed', reason: 'Timeout' }],
    ['was read since', { error: { ...failed, on: -1 } }, undefined, 0, { quality: 'good' }],
    [
      'says that it has no value',
      { error: { reason: 'NoValue', on: 1 } },
      undefined,
      0,
      { quality: 'none', reason: 'NoValue' },
    ],
  ]
  for (const [what, param, staleAfterSec, now, gives] of rows) {
    test(`data of ${what}`, () => {
      const one = new Map([[6, { ...rest, id: 6, valueType: 's16' as const, last: last('0'), ...param }]])
      const bindings = [{ code: 'c', param: 6, staleAfterSec }]
      const {
        text: _text,
        number: _number,
        paramId: _id,
        readOn: _on,
        ...quality
      } = { ...visValues({ id: 1, bindings, saved: null }, one, 'en', now)['c'] }
      assert.deepEqual(quality, gives)
    })
  }

  test('a formula is as good as its worst input, and as old as its oldest', () => {
    const params = new Map<number, KnownParam>([
      [1, { ...rest, id: 1, valueType: 'u16', last: { value: '1', number: 1, readOn: 0 } }],
      [2, { ...rest, id: 2, valueType: 'u16', last: { value: '1', number: 1, readOn: minute }, error: failed }],
    ])
    const bindings = [
      { code: 'sum', formula: '#1 + #2' },
      { code: 'gone', formula: '#1 + #3' },
      { code: 'fixed', formula: '1 + 1' },
      { code: 'never', formula: '1 / 0' },
    ]
    assert.deepEqual(visValues({ id: 1, bindings, saved: { sum: 'x' } }, params, 'en', 0), {
      sum: { text: 'x', number: 2, paramId: 2, quality: 'good' },
      gone: { text: '', quality: 'none', readOn: '1970-01-01T00:00:00.000Z', paramId: 3 },
      fixed: { text: '2', number: 2, quality: 'good' },
      never: { text: '', quality: 'none' },
    })
    const { sum } = visValues({ id: 1, bindings, saved: null }, params, 'en', 0)
    assert.deepEqual([sum?.quality, sum?.reason, sum?.readOn], ['failed', 'Timeout', '1970-01-01T00:00:00.000Z'])
  })
})
