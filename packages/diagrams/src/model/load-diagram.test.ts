import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyModel, type PictureModel, type PlacedElement } from './diagram-model.ts'
import type { Vis } from './diagram-values.ts'
import { plateBindings } from './faceplate.ts'
import { modelOf, savedOf, sizeOf } from './load-diagram.ts'

const xmlns = 'xmlns="http://www.w3.org/2000/svg"'
const visOf = (more: Partial<Vis>): Vis => ({
  id: 1,
  orgId: 1,
  name: 'Hall',
  slug: 'hall',
  source: `<svg ${xmlns} viewBox="0 0 1200 720"/>`,
  bindings: [],
  updatePeriodSec: 30,
  useVisData: false,
  kind: 'picture',
  group: '',
  args: [],
  items: [],
  layers: [],
  version: 1,
  ...more,
})
const none = new Map()

const model: PictureModel = {
  ...emptyModel,
  layers: [{ code: 'pipes', name: 'Pipes' }],
  items: [
    { code: 'p1', drawn: { kind: 'symbol', symbol: 'pump', x: 96, y: 96, width: 48, height: 48, rotate: 90 } },
    { code: 't', drawn: { kind: 'text', text: 'A < B & "C"', x: 8, y: 8, width: 80, height: 24, look: 'title' } },
    { code: 'v', drawn: { kind: 'value', text: 'Power', x: 8, y: 80, width: 96, height: 40 } },
    { code: 'r', drawn: { kind: 'rect', x: 0, y: 0, width: 9, height: 9, look: 'wall' } },
    { code: 'e', drawn: { kind: 'ellipse', x: 0, y: 0, width: 9, height: 9 } },
    { code: 'c', drawn: { kind: 'control', text: 'Start', x: 0, y: 0, width: 80, height: 32 } },
    { code: 's', drawn: { kind: 'svg', x: 10, y: 10, width: 50, height: 50 } },
    {
      code: 'w',
      drawn: {
        kind: 'pipe',
        x: 0,
        y: 0,
        width: 8,
        height: 0,
        layer: 'pipes',
        points: [
          [0, 0],
          [8, 0],
        ],
      },
    },
  ],
  markups: { s: `<svg ${xmlns} width="10" height="20"><svg viewBox="0 0 1 1"/><rect id="inner"/></svg>` },
}

test('a saved diagram loads and draws as before', () => {
  const saved = savedOf(model, none, { items: [] })
  const loaded = modelOf(visOf(saved))
  assert.deepEqual(loaded.items, model.items)
  assert.deepEqual(savedOf(loaded, none, { items: [] }), saved)
  assert.match(saved.source, /<g id="pipes"><g id="w">/)
  assert.match(saved.source, /A &lt; B &amp; &quot;C&quot;/)
  assert.match(saved.source, /<svg x="10" y="10" width="50" height="50" viewBox="0 0 10 20"><svg/)
  assert.match(saved.source, /rotate\(90 120 120\)/)
})

test('a drawing of another program becomes one thing and keeps its codes', () => {
  const source = `<svg ${xmlns} viewBox="0 0 640 320"><text id="volts">?</text></svg>`
  const bindings = [{ code: 'volts', param: 7 }]
  const loaded = modelOf(visOf({ source, bindings, items: [{ code: 'volts', name: 'Mains' }] }))
  assert.deepEqual([loaded.width, loaded.height, loaded.items.length], [640, 320, 1])
  const saved = savedOf(loaded, none, { items: [{ code: 'volts', name: 'Mains' }] })
  assert.match(saved.source, /<text id="volts">\?<\/text>/)
  assert.deepEqual(saved.bindings, bindings)
  assert.deepEqual(saved.items.at(-1), { code: 'volts', name: 'Mains' })
  assert.deepEqual(modelOf(visOf({})).items, [])
})

test('sizes of drawings', () => {
  assert.deepEqual(sizeOf('<svg viewBox="0 0 10 20"/>'), { width: 10, height: 20 })
  assert.deepEqual(sizeOf('<svg width="30" height="40px"/>'), { width: 30, height: 40 })
  assert.deepEqual(sizeOf('<svg/>'), { width: emptyModel.width, height: emptyModel.height })
})

const plates = new Map([
  [
    31,
    {
      args: [
        { name: 'run', takes: 'param' as const },
        { name: 'most', takes: 'number' as const },
        { name: 'name', takes: 'text' as const },
      ],
      source: `<svg ${xmlns} viewBox="0 0 48 48"><style>.b{}</style><g id="body"><text>{name}</text></g><use href="#body"/></svg>`,
      bindings: [
        // oxlint-disable-next-line unicorn/no-thenable -- a rule is never awaited
        { code: 'body', arg: 'run', rules: [{ when: { of: 'trip', equals: 1 }, then: { state: 'fault' as const } }] },
        { code: 'trip', formula: '$run / $most' },
        { code: 'lost', formula: '$name + 1' },
      ],
    },
  ],
])
const place = (code: string, args: NonNullable<PlacedElement['use']>['args']): PlacedElement => ({
  code,
  use: { visId: 31, args },
  drawn: { kind: 'faceplate', x: 0, y: 0, width: 48, height: 48 },
})

test('a faceplate is drawn out at each of its places, with what is given there', () => {
  const items = [
    place('p1', { run: { paramId: 12 }, most: { number: -3 }, name: { text: 'P<1' } }),
    place('p2', { run: { paramId: 13 } }),
  ]
  const saved = savedOf({ ...emptyModel, items }, plates, { items: [] })
  assert.match(saved.source, /<g id="p1__body"><text>P&lt;1<\/text><\/g><use href="#p1__body"\/>/)
  assert.match(saved.source, /<g id="p2__body"><text>\{name\}<\/text>/)
  assert.deepEqual(
    saved.bindings.map(({ code, param, formula }) => [code, param ?? formula]),
    [
      ['p1__body', 12],
      ['p1__trip', '#12 / (-3)'],
      ['p2__body', 13],
    ],
  )
  assert.equal(saved.bindings[0]?.rules?.[0]?.when.of, 'p1__trip')
  assert.deepEqual(modelOf(visOf(saved)).bindings, [])
  assert.deepEqual(plateBindings(place('p3', {}), new Map()), [])
})
