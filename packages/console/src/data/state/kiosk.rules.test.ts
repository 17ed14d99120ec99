import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsOf, kioskSearch, pageAt, tokensOf } from './kiosk.rules.ts'

for (const [search, expected] of [
  [{}, {}],
  [{ kiosk: false }, {}],
  [{ every: 10, boards: '1,2' }, {}],
  [{ kiosk: '' }, { kiosk: true }],
  [
    { kiosk: true, every: 30 },
    { kiosk: true, every: 30 },
  ],
  [
    { kiosk: true, every: 1 },
    { kiosk: true, every: 5 },
  ],
  [
    { kiosk: true, every: 1e9 },
    { kiosk: true, every: 3600 },
  ],
  [{ kiosk: true, every: 'x' }, { kiosk: true }],
  [
    { kiosk: true, boards: 5 },
    { kiosk: true, boards: '5' },
  ],
  [
    { kiosk: true, boards: '5,x,-1,7' },
    { kiosk: true, boards: '5,7' },
  ],
  [
    { kiosk: true, look: 'light' },
    { kiosk: true, look: 'light' },
  ],
  [{ kiosk: true, look: 'pink' }, { kiosk: true }],
] as const) {
  test(`kiosk of ${JSON.stringify(search)}`, () => assert.deepEqual(kioskSearch(search), expected))
}

test('tokens of an address, each once, and not without end', () => {
  assert.deepEqual(tokensOf(''), [])
  assert.deepEqual(tokensOf('#a'), ['a'])
  assert.deepEqual(tokensOf('#a, b,,a'), ['a', 'b'])
  assert.equal(tokensOf(`#${Array.from({ length: 50 }, (_, i) => i).join()}`).length, 20)
  assert.equal(idsOf(Array.from({ length: 50 }, (_, i) => i + 1).join()).length, 20)
})

test('pages take turns by the clock, so that screens beside each other turn together', () => {
  assert.deepEqual(pageAt(0, 3, 30), { page: 0, leftSec: 30 })
  assert.deepEqual(pageAt(29_999, 3, 30), { page: 0, leftSec: 1 })
  assert.deepEqual(pageAt(30_000, 3, 30), { page: 1, leftSec: 30 })
  assert.deepEqual(pageAt(90_000, 3, 30), { page: 0, leftSec: 30 })
  assert.deepEqual(pageAt(45_000, 1, 30), { page: 0, leftSec: 15 })
})
