import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import type { Tree } from '../figures.ts'
import {
  applied,
  branchRefused,
  inverseOf,
  paramRefused,
  renamedIds,
  sensorRefused,
  siblingAt,
  type TreeChange,
} from './edit.rules.ts'

const tree: Tree = {
  id: 't',
  orgId: 1,
  name: 'Plant',
  timeZone: 'UTC',
  branches: [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B', parentBranchId: 'a' },
    { id: 'c', name: 'C', parentBranchId: 'b' },
    { id: 'd', name: 'D' },
  ],
  sensors: [
    { id: 'm', name: 'Main', branchId: 'a', paramId: 1, kind: 'energy', multiplier: 1, isMain: true },
    { id: 'n', name: 'Other main', branchId: 'd', paramId: 2, kind: 'energy', multiplier: 1, isMain: true },
    { id: 's', name: 'S', branchId: 'c', paramId: 3, kind: 'power', multiplier: 0.5 },
  ],
}
const sorted = ({ branches, sensors, ...rest }: Tree) => ({
  ...rest,
  branches: branches.toSorted((x, y) => x.id.localeCompare(y.id)),
  sensors: sensors.toSorted((x, y) => x.id.localeCompare(y.id)),
})

const branchId = fc.constantFrom('a', 'b', 'c', 'd')
const sensorId = fc.constantFrom('m', 'n', 's')
const steps: fc.Arbitrary<TreeChange> = fc.oneof(
  fc.record({ do: fc.constant('rename' as const), name: fc.string() }),
  fc.record({ do: fc.constant('renameBranch' as const), branchId, name: fc.string() }),
  fc.record({ do: fc.constant('renameSensor' as const), sensorId, name: fc.string() }),
  fc
    .record({ do: fc.constant('moveBranch' as const), branchId, parentId: fc.option(branchId) })
    .filter((step) => branchRefused(tree, step.branchId, step.parentId) === null),
  fc
    .record({ do: fc.constant('moveSensor' as const), sensorId, branchId, isMain: fc.boolean() })
    .filter((step) => sensorRefused(tree, step.sensorId, step.branchId) === null),
  fc.record({
    do: fc.constant('changeSensor' as const),
    sensorId,
    kind: fc.constantFrom('energy' as const, 'power' as const),
    multiplier: fc.double({ noNaN: true }),
    isMain: fc.boolean(),
  }),
  fc.record({ do: fc.constant('deleteSensor' as const), sensorId }),
  fc.record({ do: fc.constant('deleteBranch' as const), branchId }),
)

describe('editing a tree', () => {
  test('a branch stands before a sibling, or last, and goes back to where it stood', () => {
    const step: TreeChange = { do: 'moveBranch', branchId: 'd', parentId: null, before: 'a' }
    const moved = applied(tree, step)
    const order = (one: Tree): string => one.branches.map(({ id }) => id).join(' ')
    assert.equal(order(moved), 'd a b c')
    const back = inverseOf(tree, step, null)
    assert.ok(back)
    assert.equal(order(applied(moved, back)), 'a b c d')
    assert.deepEqual([siblingAt(tree, 'a', 1), siblingAt(tree, 'a', -1), siblingAt(tree, 'b', 1)], ['d', null, null])
  })

  test('every change can be undone', () =>
    fc.assert(
      fc.property(steps, (step) => {
        const back = inverseOf(tree, step, null)
        assert.ok(back)
        assert.deepEqual(sorted(applied(applied(tree, step), back)), sorted(tree))
      }),
    ))

  for (const [branch, parent, gives] of [
    ['a', 'c', 'itself'],
    ['a', 'a', 'itself'],
    ['b', 'a', 'same'],
    ['d', null, 'same'],
    ['b', null, null],
    ['d', 'c', null],
  ] as const) {
    test(`${branch} below ${parent ?? 'the top'}: ${gives ?? 'goes'}`, () =>
      assert.equal(branchRefused(tree, branch, parent), gives))
  }

  test('a branch has one main meter, and a parameter is in a tree once', () => {
    assert.equal(sensorRefused(tree, 'm', 'd'), 'hasMain')
    assert.equal(sensorRefused(tree, 's', 'd'), null)
    assert.deepEqual([paramRefused(tree, 3), paramRefused(tree, 4)], ['twice', null])
  })

  test('no more than ten levels', () => {
    const branches = Array.from({ length: 10 }, (_, at) => ({
      id: `l${at}`,
      name: '',
      ...(at > 0 && { parentBranchId: `l${at - 1}` }),
    }))
    const deep = { ...tree, branches: [...branches, { id: 'x', name: 'X' }] }
    assert.equal(branchRefused(deep, 'x', 'l9'), 'tooDeep')
    assert.equal(branchRefused(deep, 'x', 'l8'), null)
  })

  test('finds recreated elements by their new ids', () => {
    const [step] = renamedIds(
      [{ do: 'moveSensor', sensorId: 's', branchId: 'c', isMain: false }],
      new Map([['c', 'new']]),
    )
    assert.deepEqual(step, { do: 'moveSensor', sensorId: 's', branchId: 'new', isMain: false })
  })
})
