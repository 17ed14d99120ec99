import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeMs, barOf } from './alert.rules.ts'

const at = (second: number): string => new Date(second * 1000).toISOString()
const span = { from: 0, till: 100_000 }
const values: never[] = []

for (const [says, startedOn, resolvedOn, bar] of [
  ['in the middle', 25, 75, { x: 0.25, width: 0.5 }],
  ['begun before the span', -50, 50, { x: 0, width: 0.5 }],
  ['too short to see', 10, 10, { x: 0.1, width: 0.004 }],
  ['too short, at the very end', 100, 100, { x: 0.996, width: 0.004 }],
] as const) {
  test(`an occurrence ${says}`, () => {
    assert.deepEqual(barOf({ startedOn: at(startedOn), resolvedOn: at(resolvedOn), values }, span), bar)
  })
}

test('extends an ongoing event to the end and counts it until then', () => {
  const open = { startedOn: at(80), values }
  const { x, width } = barOf(open, span)
  assert.equal(x, 0.8)
  assert.ok(Math.abs(width - 0.2) < 1e-9)
  assert.equal(activeMs([{ startedOn: at(0), resolvedOn: at(30), values }, open], span.till), 50_000)
})
