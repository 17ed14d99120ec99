import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { routesOf } from './remote-servers.ts'

const row = { ip: '192.0.2.1', connMode: 1, uidRange: '', virtualUids: false }

describe('which server has a unit', () => {
  for (const [about, rows, unit, expected] of [
    ['the first of the range', [{ uidRange: '112-120' }], 112, { row: 0, unit: 112 }],
    ['the last', [{ uidRange: '112-120' }], 120, { row: 0, unit: 120 }],
    ['none beyond', [{ uidRange: '112-120' }], 121, undefined],
    ['a range of one', [{ uidRange: '7' }], 7, { row: 0, unit: 7 }],
    ['counted from 1', [{ uidRange: '112-120', virtualUids: true }], 112, { row: 0, unit: 1 }],
    ['counted from 1, to the end', [{ uidRange: '112-120', virtualUids: true }], 120, { row: 0, unit: 9 }],
    ['the first row of two', [{ uidRange: '1-9' }, { uidRange: '5-20' }], 7, { row: 0, unit: 7 }],
    ['the second for the rest', [{ uidRange: '1-9' }, { uidRange: '5-20' }], 10, { row: 1, unit: 10 }],
    ['not one that is off', [{ uidRange: '1-9', connMode: null }, { uidRange: '5-20' }], 7, { row: 1, unit: 7 }],
    ['not one without an address', [{ uidRange: '1-9', ip: '' }], 7, undefined],
    ['one that waits for a modem', [{ uidRange: '1-9', connMode: 4 }, { uidRange: '5-20' }], 7, { row: 0, unit: 7 }],
    ['no range', [{ uidRange: '' }], 1, undefined],
    ['nobody is 0', [{ uidRange: '1-255' }], 0, undefined],
  ] as const) {
    test(about, () => assert.deepEqual(routesOf(rows.map((one) => ({ ...row, ...one }))).get(unit), expected))
  }
})

const someRow = fc.record({
  ip: fc.constantFrom('', '192.0.2.1'),
  connMode: fc.constantFrom(null, 1, 2, 3, 4),
  uidRange: fc
    .tuple(fc.integer({ min: 1, max: 255 }), fc.integer({ min: 1, max: 255 }))
    .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
  virtualUids: fc.boolean(),
})

test('a unit has one way at most, a server hears units from 1 to 255 only, and no two of ours are one of its row', () => {
  fc.assert(
    fc.property(fc.array(someRow, { maxLength: 3 }), (rows) => {
      const ways = Array.from(routesOf(rows).values(), ({ row: at, unit }) => `${at} ${unit}`)
      assert.equal(new Set(ways).size, ways.length)
      assert.ok([...routesOf(rows).values()].every(({ unit }) => unit >= 1 && unit <= 255))
    }),
  )
})
