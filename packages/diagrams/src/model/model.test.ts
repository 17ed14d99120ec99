import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { align, distribute, moveChosen, remove, withGroups } from './arrange.ts'
import { boxOf, emptyModel, freeCode, gridPx, type PictureModel, type PlacedElement } from './diagram-model.ts'
import { type PipeEnd, portOf, rerouted, route } from './route.ts'
import { snapMove } from './snap.ts'

const place = fc.integer({ min: -2000, max: 2000 })
const size = fc.integer({ min: 8, max: 400 })

test('a pipe goes at right angles, from end to end, without needless corners', () => {
  const end = fc.record({
    at: fc.tuple(place, place),
    leaves: fc.constantFrom<PipeEnd['leaves']>('left', 'right', 'up', 'down', null),
  })
  fc.assert(
    fc.property(end, end, (from, to) => {
      const way = route(from, to)
      assert.deepEqual(way[0], from.at)
      assert.deepEqual(way.at(-1), to.at)
      assert.ok(way.length <= 7)
      for (const [i, [x, y]] of way.entries()) {
        const [nextX, nextY] = way[i + 1] ?? [x, y]
        assert.ok(x === nextX || y === nextY, JSON.stringify(way))
        assert.ok(i === way.length - 1 || x !== nextX || y !== nextY, 'no step of nothing')
      }
    }),
  )
})

test('a moved item snaps to an edge of another one or to the grid', () => {
  const box = fc.record({ x: place, y: place, width: size, height: size })
  fc.assert(
    fc.property(box, place, place, fc.array(box, { maxLength: 5 }), (one, dx, dy, others) => {
      const { dx: byX, dy: byY, guides } = snapMove(one, dx, dy, others)
      assert.ok(Math.abs(byX - dx) <= Math.max(5, gridPx / 2) && Math.abs(byY - dy) <= Math.max(5, gridPx / 2))
      if (!guides.some(({ axis }) => axis === 'x')) assert.equal(Math.abs((one.x + byX) % gridPx), 0)
      if (!guides.some(({ axis }) => axis === 'y')) assert.equal(Math.abs((one.y + byY) % gridPx), 0)
      for (const { axis, at } of guides) {
        const moved = axis === 'x' ? one.x + byX : one.y + byY
        const length = axis === 'x' ? one.width : one.height
        assert.ok([moved, moved + length / 2, moved + length].some((edge) => Math.abs(edge - at) < 1e-6))
      }
    }),
  )
})

const symbolAt = (code: string, x: number, y: number, more: object = {}): PlacedElement => ({
  code,
  drawn: { kind: 'symbol', symbol: 'pump', x, y, width: 48, height: 48, ...more },
})
const pipe: PlacedElement = {
  code: 'pipe',
  drawn: {
    kind: 'pipe',
    x: 0,
    y: 0,
    width: 1,
    height: 1,
    points: [
      [0, 0],
      [1, 0],
    ],
    ends: [
      { code: 'a', port: 1 },
      { code: 'b', port: 0 },
    ],
  },
}
const modelOf = (...items: PlacedElement[]): PictureModel => ({ ...emptyModel, items })
const itemOf = (model: PictureModel, code: string): PlacedElement => {
  const found = model.items.find((item) => item.code === code)
  assert.ok(found)
  return found
}

test('pipes follow what they hold, wherever it goes and however it is turned', () => {
  const turn = fc.constantFrom(0, 90, 180, 270)
  fc.assert(
    fc.property(place, place, place, place, turn, turn, (x1, y1, x2, y2, turn1, turn2) => {
      const start = modelOf(symbolAt('a', 0, 0, { rotate: turn1 }), symbolAt('b', 200, 0, { rotate: turn2 }), pipe)
      const moved = moveChosen(moveChosen(start, new Set(['a']), x1, y1), new Set(['b']), x2, y2)
      const { points = [] } = itemOf(rerouted(moved), 'pipe').drawn
      assert.deepEqual(points[0], [...(portOf(itemOf(moved, 'a'), 1)?.at ?? [])])
      assert.deepEqual(points.at(-1), [...(portOf(itemOf(moved, 'b'), 0)?.at ?? [])])
    }),
  )
})

test('aligned things have an edge in common; distributed ones the same space', () => {
  const items = fc.array(fc.record({ x: place, y: place, width: size, height: size }), { minLength: 3, maxLength: 8 })
  fc.assert(
    fc.property(items, (boxes) => {
      const model = modelOf(...boxes.map((box, i) => ({ code: `i${i}`, drawn: { kind: 'rect' as const, ...box } })))
      const codes = new Set(model.items.map(({ code }) => code))
      assert.equal(new Set(align(model, codes, 'left').items.map((item) => boxOf(item).x)).size, 1)
      const bottoms = align(model, codes, 'bottom').items.map((item) => boxOf(item).y + boxOf(item).height)
      assert.equal(new Set(bottoms).size, 1)
      const order = model.items.toSorted((one, other) => boxOf(one).x - boxOf(other).x).map(({ code }) => code)
      const spread = distribute(model, codes, 'x')
      const spaces = order.slice(1).map((code, i) => {
        const before = boxOf(itemOf(spread, order[i] ?? ''))
        return boxOf(itemOf(spread, code)).x - before.x - before.width
      })
      for (const space of spaces) assert.ok(Math.abs(space - (spaces[0] ?? 0)) < 1e-6)
    }),
  )
})

test('locked items and layers stay; groups move together', () => {
  const model = {
    ...modelOf(
      symbolAt('a', 0, 0, { group: 'g' }),
      symbolAt('b', 96, 0, { group: 'g' }),
      symbolAt('c', 0, 96, { isLocked: true }),
      symbolAt('d', 96, 96, { layer: 'plan' }),
    ),
    layers: [{ code: 'plan', name: 'Plan', isLocked: true }],
  }
  const chosen = withGroups(model, new Set(['a', 'c', 'd']))
  assert.deepEqual([...chosen], ['a', 'b', 'c', 'd'])
  assert.deepEqual(
    moveChosen(model, chosen, 8, 16).items.map(({ drawn: { x, y } }) => [x, y]),
    [
      [8, 16],
      [104, 16],
      [0, 96],
      [96, 96],
    ],
  )
  assert.deepEqual(
    remove(model, chosen).items.map(({ code }) => code),
    ['c', 'd'],
  )
})

test('codes are free, and such that the service takes them', () => {
  assert.equal(freeCode('pump', new Set()), 'pump')
  assert.equal(freeCode('pump', new Set(['pump', 'pump2'])), 'pump3')
  assert.equal(freeCode('1 x', new Set()), 'item')
})
