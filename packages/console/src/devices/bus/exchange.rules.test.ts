import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  csvOf,
  type ExchangeEntry,
  entriesMax,
  isShown,
  type LineEntry,
  lineEventOf,
  rateOf,
  spacedHex,
  withEvents,
} from './exchange.rules.ts'

const read = (key: string, fields: Partial<ExchangeEntry> = {}): ExchangeEntry => ({
  kind: 'exchange',
  key,
  on: '2026-11-14T00:00:00.000Z',
  unit: 3,
  by: 'poll',
  fn: 4,
  outcome: 'ok',
  tookMs: 20,
  ...fields,
})
const frame: LineEntry = {
  kind: 'frame',
  key: 'f',
  on: '2026-11-14T00:00:01Z',
  unit: 8,
  how: 'stray',
  asked: 3,
  heard: '08',
}

test('newest first, no more than are kept, and nothing from before a reset', () => {
  const [a, b, c] = [read('a'), read('b'), read('c')]
  assert.deepEqual(withEvents([a], [b, c]), [c, b, a])
  assert.deepEqual(withEvents([a], [b, { kind: 'reset' }, c]), [c])
  const many = Array.from({ length: entriesMax }, (_, i) => read(String(i)))
  assert.equal(withEvents([a], many).length, entriesMax)
})

for (const [what, entry, show, unit, isIn] of [
  ['an answer', read('a'), 'all', undefined, true],
  ['an answer', read('a'), 'problems', undefined, false],
  ['a timeout', read('a', { outcome: 'timeout' }), 'problems', undefined, true],
  ['a read', read('a'), 'writes', undefined, false],
  ['a write', read('a', { fn: 16 }), 'writes', undefined, true],
  ['another unit', read('a'), 'all', 4, false],
  ['a stray frame', frame, 'problems', undefined, true],
  ['a stray frame', frame, 'writes', undefined, false],
  ['a frame in place of the unit’s answer', frame, 'all', 3, true],
] as const)
  test(`${what}, ${show}, unit ${unit}: ${isIn ? 'shown' : 'not shown'}`, () =>
    assert.equal(isShown(entry, show, unit), isIn))

test('events by their names', () => {
  assert.deepEqual(lineEventOf({ id: 'b-1', name: 'reset', data: '{}' }), { kind: 'reset' })
  assert.equal(lineEventOf({ id: 'b-1', name: 'other', data: '{}' }), null)
  assert.deepEqual(lineEventOf({ id: 'b-2', name: 'frame', data: '{"unit":4}' }), {
    kind: 'frame',
    key: 'b-2',
    unit: 4,
  })
})

test('how many a second', () => {
  const nowMs = Date.parse('2026-11-14T00:00:05Z')
  assert.equal(rateOf([], nowMs), null)
  assert.equal(rateOf([read('a'), read('b'), frame, read('c', { on: '2026-11-13T00:00:00Z' })], nowMs), 0.2)
})

test('bytes in pairs', () => {
  assert.equal(spacedHex('0a1bff'), '0A 1B FF')
  assert.equal(spacedHex(''), '')
})

test('as a table: oldest first, and nothing that a spreadsheet takes for a formula', () => {
  const csv = csvOf([frame, read('a', { person: '＝cmd("x")', sent: '0304', address: 7, count: 2 })])
  assert.deepEqual(csv.split('\r\n').slice(1, 3), [
    '2026-11-14T00:00:00.000Z,3,poll,"\'＝cmd(""x"")",4,7,2,ok,20,03 04,,',
    '2026-11-14T00:00:01Z,8,stray,,,,,,,,08,',
  ])
})
