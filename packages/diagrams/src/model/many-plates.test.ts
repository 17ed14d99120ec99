import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyModel, type PlacedElement } from './diagram-model.ts'
import { platesLike, withPlates } from './many-plates.ts'

/** Thirty pumps of a kind, and a fan that has no pressure. */
const pumps = Array.from({ length: 30 }, (_, at) => [
  { id: 100 + 2 * at, name: 'Speed', deviceId: at, deviceName: `Pump ${at + 1}` },
  { id: 101 + 2 * at, name: 'Pressure', deviceId: at, deviceName: `Pump ${at + 1}` },
]).flat()
const fan = { id: 1, name: 'Speed', deviceId: 99, deviceName: 'Fan' }
const use = {
  visId: 7,
  args: { run: { paramId: 100 }, bar: { paramId: 101 }, title: { text: 'Pump 1' }, most: { number: 5 } },
}
const item: PlacedElement = {
  code: 'pump',
  name: 'Pump 1',
  use,
  drawn: { kind: 'faceplate', x: 16, y: 16, width: 160, height: 120 },
}

test('a faceplate is placed for all devices that have the same parameters', () => {
  const plates = platesLike(use, [...pumps, fan])
  assert.deepEqual([plates.length, plates[0]?.name, plates.at(-1)?.name], [29, 'Pump 2', 'Pump 30'])
  assert.deepEqual(plates[0]?.use.args, {
    run: { paramId: 102 },
    bar: { paramId: 103 },
    title: { text: 'Pump 2' },
    most: { number: 5 },
  })
  const model = withPlates({ ...emptyModel, items: [item] }, item, plates)
  assert.equal(model.items.length, 30)
  assert.equal(new Set(model.items.map(({ code }) => code)).size, 30)
  const places = new Set(model.items.map(({ drawn }) => `${drawn.x} ${drawn.y}`))
  assert.equal(places.size, 30, 'none lies on another')
  assert.ok(
    model.items.every(({ drawn }) => drawn.x + drawn.width <= model.width && drawn.y + drawn.height <= model.height),
  )
})

test('parameters of two devices cannot be matched', () => {
  assert.deepEqual(platesLike({ visId: 7, args: { a: { paramId: 100 }, b: { paramId: 103 } } }, pumps), [])
  assert.deepEqual(platesLike({ visId: 7, args: {} }, pumps), [])
})
