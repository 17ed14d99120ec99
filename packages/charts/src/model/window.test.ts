import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { chosenStep, stepFor, stepsFor, tilePoints, tilesOf } from './tiles.ts'
import { between, coarse, panned, spans, type TimeRange, viewOf, zoomed } from './window.ts'

const now = Date.UTC(2026, 10, 15)
const day: TimeRange = { spanMs: spans.day, till: null }

test('keeps following the present when it is zoomed', () => {
  assert.deepEqual(zoomed(day, 0.5, null, now), { spanMs: spans.day / 2, till: null })
  assert.deepEqual(zoomed(day, 7, null, now), { spanMs: spans.week, till: null })
})

test('panning leaves the present, and comes back to it, but never further', () => {
  const before = panned(day, -spans.hour, now)
  assert.deepEqual(before, { spanMs: spans.day, till: now - spans.hour })
  assert.deepEqual(panned(before, spans.hour, now), day)
  assert.deepEqual(panned(before, spans.year, now), day)
})

test('moments may be given in any order', () => {
  const range = { spanMs: spans.hour, till: now - spans.hour }
  assert.deepEqual(between(now - spans.hour, now - 2 * spans.hour, now), range)
  assert.deepEqual(between(now - 2 * spans.hour, now - spans.hour, now), range)
})

const ranges = fc.record({
  spanMs: fc.integer({ min: 10_000, max: spans.year * 20 }),
  till: fc.option(fc.integer({ min: now - spans.year, max: now }), { nil: null }),
})

test('zooming keeps the moment that is pointed at, and time stays within its limits', () => {
  fc.assert(
    fc.property(
      ranges,
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (range, factor, part) => {
        const view = viewOf(range, now)
        const at = view.from + (view.till - view.from) * part
        const next = zoomed(range, factor, at, now)
        const after = viewOf(next, now)
        assert.ok(after.till <= now && next.spanMs >= 10_000 && next.spanMs <= spans.year * 20)
        if (next.till === null) return
        const partAfter = (at - after.from) / next.spanMs
        assert.ok(Math.abs(partAfter - part) < 1e-6, `${part} became ${partAfter}`)
      },
    ),
  )
})

test('tiles cover a view without holes, with a point or two for a pixel', () => {
  fc.assert(
    fc.property(ranges, fc.integer({ min: 200, max: 3000 }), (range, widthPx) => {
      const view = viewOf(range, now)
      const stepMs = stepFor(view, widthPx)
      const tiles = tilesOf(view, stepMs)
      assert.ok((tiles[0]?.from ?? now) <= view.from && (tiles.at(-1)?.till ?? 0) >= view.till)
      for (const [i, tile] of tiles.entries()) {
        assert.equal(tile.till - tile.from, stepMs * tilePoints)
        assert.equal(tile.till, tiles[i + 1]?.from ?? tile.till)
      }
      assert.ok((view.till - view.from) / stepMs <= widthPx * 2 + 1)
      assert.ok(tiles.length <= 8)
    }),
  )
})

test('a coarse view contains the fine one, and is at most a little longer', () => {
  fc.assert(
    fc.property(ranges, (range) => {
      const view = viewOf(range, now)
      const { from, till } = coarse(view)
      assert.ok(from <= view.from && till >= view.till && till - from <= range.spanMs * 1.2)
    }),
  )
})

for (const [says, spanMs, everySec, stepMs] of [
  ['five minutes of a day', spans.day, 300, 300_000],
  ['nothing is chosen', spans.day, undefined, 120_000],
  ['too fine for a year', spans.year, 60, 43_200_000],
  ['too coarse for an hour', spans.hour, 86_400, 5000],
  ['no step that there is', spans.day, 7, 120_000],
] as const) {
  test(`points are as far apart as is wanted, where that makes sense: ${says}`, () => {
    const view = { from: now - spanMs, till: now }
    assert.equal(chosenStep(view, 1000, everySec), stepMs)
    assert.ok(stepsFor(view).every((one) => spanMs / one <= 3 * tilePoints))
  })
}
