import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { branchOrder, sensorOrder } from './order.rules.ts'
import type { Sensor } from './tree.rules.ts'

/** `a`, and below it `a1` and `a2`; `b`. */
const branches = ['a', 'b', 'a1', 'a2'].map((id) => ({ id, name: id, parentId: id.length === 1 ? null : 'a' }))

describe('the order of branches', () => {
  for (const [says, id, parentId, before, gives] of [
    ['first of its siblings', 'a2', 'a', 'a1', 'a a2 a1 b'],
    ['last of them', 'a1', 'a', null, 'a a2 a1 b'],
    ['before another at the top', 'b', null, 'a', 'b a a1 a2'],
    ['under another', 'a1', 'b', null, 'a a2 b a1'],
    ['to the top, before one', 'a2', null, 'b', 'a a1 a2 b'],
  ] as const) {
    test(says, () => assert.equal(branchOrder(branches, { id, name: id, parentId }, before).join(' '), gives))
  }

  test('refuses items of another list', () => {
    assert.throws(() => branchOrder(branches, { id: 'b', name: 'b', parentId: null }, 'a1'), /does not stand beside it/)
  })
})

describe('the order of sensors', () => {
  const sensors = ['x', 'y', 'z'].map((id) => ({ id, branchId: id === 'z' ? 'b' : 'a' }) as Sensor)
  const moved = (id: string, branchId: string, before: string | null): string =>
    sensorOrder(sensors, { id, branchId } as Sensor, before).join(' ')

  test('before another of its branch, or to the end', () => {
    assert.equal(moved('y', 'a', 'x'), 'y x z')
    assert.equal(moved('x', 'b', 'z'), 'y x z')
    assert.equal(moved('x', 'a', null), 'y z x')
    assert.throws(() => moved('x', 'a', 'z'), /does not stand beside it/)
  })
})
