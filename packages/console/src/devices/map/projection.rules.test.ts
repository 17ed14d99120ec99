import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { clustersOf } from './clusters.rules.ts'
import {
  coordinatesAt,
  gridOf,
  moved,
  pointOf,
  scaleOf,
  screenOf,
  tileAddress,
  tilesOf,
  viewIn,
  viewOfAll,
  viewText,
  zoomedBy,
} from './projection.rules.ts'

const size = { widthPx: 800, heightPx: 600 }
const place = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const view = fc
  .record({ place, zoom: fc.integer({ min: 1, max: 18 }) })
  .map(({ place: { latitude, longitude }, zoom }) => ({ latitude, longitude, zoom }))
const isNear = (a: number, b: number, by: number): boolean => Math.abs(a - b) <= by

test('the corners of the square map', () => {
  assert.deepEqual(pointOf({ latitude: 0, longitude: 0 }), { x: 0.5, y: 0.5 })
  assert.ok(isNear(pointOf({ latitude: 85.0511, longitude: -180 }).y, 0, 1e-5))
  assert.ok(isNear(pointOf({ latitude: -90, longitude: 180 }).y, 1, 1e-5))
})

test('a place is where it is drawn', () => {
  fc.assert(
    fc.property(view, place, (shown, one) => {
      const back = coordinatesAt(screenOf(one, shown, size), shown, size)
      assert.ok(isNear(back.latitude, one.latitude, 1e-6) && isNear(back.longitude, one.longitude, 1e-6))
    }),
  )
})

test('zooms around the pointer', () => {
  const kyiv = { latitude: 50.45, longitude: 30.52, zoom: 8 }
  const around = { x: 200, y: 450 }
  const before = coordinatesAt(around, kyiv, size)
  const after = coordinatesAt(around, zoomedBy(kyiv, 3, size, around), size)
  assert.ok(isNear(before.latitude, after.latitude, 1e-6) && isNear(before.longitude, after.longitude, 1e-6))
  assert.equal(zoomedBy(kyiv, 99, size).zoom, 18)
  assert.equal(zoomedBy(kyiv, -99, size).zoom, 1)
})

test('moving there and back is standing still', () => {
  const kyiv = { latitude: 50.45, longitude: 30.52, zoom: 8 }
  const back = moved(moved(kyiv, { x: 120, y: -40 }), { x: -120, y: 40 })
  assert.ok(isNear(back.latitude, kyiv.latitude, 1e-9) && isNear(back.longitude, kyiv.longitude, 1e-9))
})

test('all places are in sight', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (places) => {
      const shown = viewOfAll(places, size)
      // The whole world does not fit at the smallest zoom if it is spread over it.
      if (shown.zoom === 1) return
      for (const one of places) {
        const { x, y } = screenOf(one, shown, size)
        assert.ok(x >= 0 && x <= size.widthPx && y >= 0 && y <= size.heightPx)
      }
    }),
  )
  assert.equal(viewOfAll([{ latitude: 50, longitude: 30 }], size).zoom, 14)
})

test('tiles cover the map, and know their address', () => {
  const tiles = tilesOf({ latitude: 0, longitude: 0, zoom: 2 }, { widthPx: 512, heightPx: 512 })
  assert.deepEqual(
    tiles.map(({ x, y, leftPx, topPx }) => [x, y, leftPx, topPx]),
    [
      [1, 1, 0, 0],
      [2, 1, 256, 0],
      [1, 2, 0, 256],
      [2, 2, 256, 256],
    ],
  )
  const [first] = tiles
  assert.ok(first !== undefined)
  assert.equal(tileAddress('https://t.example/{z}/{x}/{y}.png', first), 'https://t.example/2/1/1.png')
  const wide = tilesOf({ latitude: 0, longitude: 179, zoom: 1 }, { widthPx: 1200, heightPx: 200 })
  assert.ok(wide.every(({ x, y }) => x >= 0 && x < 2 && y >= 0 && y < 2))
})

test('grid and scale are round numbers', () => {
  const kyiv = { latitude: 50.45, longitude: 30.52, zoom: 8 }
  const { latitudes, longitudes } = gridOf(kyiv, size)
  assert.ok(latitudes.includes(50) && longitudes.includes(30))
  assert.ok(latitudes.length < 10 && longitudes.length < 12)
  assert.equal(scaleOf(kyiv).metres, 20_000)
})

test('an address holds a view; what is none is left alone', () => {
  assert.equal(viewText({ latitude: 50.45, longitude: 30.5234, zoom: 8 }), '50.4500,30.5234,8')
  assert.deepEqual(viewIn('50.45,30.5234,8'), { latitude: 50.45, longitude: 30.5234, zoom: 8 })
  for (const text of [undefined, '', 'a,b,c', '91,0,5', '0,181,5', '0,0,19', '0,0']) assert.equal(viewIn(text), null)
})

test('marks that would cover each other become one, none is lost', () => {
  const at = (x: number, y: number) => ({ item: `${x},${y}`, at: { x, y } })
  assert.deepEqual(
    clustersOf([at(10, 10), at(20, 10), at(200, 10), at(40, 40)]).map(({ items }) => items.length),
    [2, 1, 1],
  )
  fc.assert(
    fc.property(
      fc.array(fc.record({ x: fc.integer({ min: 0, max: 800 }), y: fc.integer({ min: 0, max: 600 }) })),
      (points) => {
        const clusters = clustersOf(points.map((point, item) => ({ item, at: point })))
        assert.equal(new Set(clusters.flatMap(({ items }) => items)).size, points.length)
        for (const [i, one] of clusters.entries())
          for (const other of clusters.slice(i + 1))
            assert.ok(Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y) >= 34)
      },
    ),
  )
})
