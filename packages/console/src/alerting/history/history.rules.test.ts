import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barOf, csvOf, type Occurrence, readHistory } from './history.rules.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 16, 12, minute)).toISOString()
const span = { from: Date.parse(at(0)), till: Date.parse(at(100)) }

test('a bar is where the alert was active, and never too thin to be seen', () => {
  const rows: [number, number | null, { x: number; width: number } | null][] = [
    [10, 30, { x: 0.1, width: 0.2 }],
    [-10, 20, { x: 0, width: 0.2 }],
    [90, null, { x: 0.9, width: 0.1 }],
    [90, 120, { x: 0.9, width: 0.1 }],
    [50, 50, { x: 0.5, width: 0.01 }],
    [100, 100, { x: 0.99, width: 0.01 }],
    [-20, -10, null],
    [110, null, null],
  ]
  for (const [from, till, bar] of rows)
    assert.deepEqual(barOf(at(from), till === null ? null : at(till), span, 0.01), bar, `${from} ${till}`)
})

test('a table has a row for each message, and nothing in it is taken for a formula', () => {
  const one: Occurrence = {
    id: 1,
    startedOn: at(1),
    resolvedOn: null,
    logAs: 'critical',
    confirmed: { on: at(2), from: 'Ann', comment: '＝1+1, "x"' },
    spans: [],
    messages: [
      {
        id: 1,
        stage: 'active',
        type: 'sms',
        to: '+48600100200',
        dueOn: at(1),
        sentOn: at(2),
        state: 'sent',
        attempts: 1,
      },
    ],
  }
  const { confirmed: _, ...bare } = one
  assert.deepEqual(
    csvOf([one, { ...bare, messages: [] }])
      .split('\r\n')
      .slice(1),
    [
      `${at(1)},,critical,${at(2)},Ann,"'＝1+1, ""x""",${at(1)},${at(2)},sms,'+48600100200,sent,`,
      `${at(1)},,critical,,,,,,,,,`,
      '',
    ],
  )
})

test('reads span and page from an address', () => {
  assert.deepEqual(readHistory({ span: 'week', page: 2 }), { span: 'week', page: 2 })
  assert.deepEqual(readHistory({ span: 'x', page: -1 }), {})
})
