import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colourOf, dashOf, hiddenOf } from './chart-series.ts'
import { canFlip, layoutOf } from './layout.ts'

const series = (...units: readonly string[]) =>
  units.map((unit, i) => ({
    paramId: i + 1,
    deviceId: 1,
    name: `${unit} ${i}`,
    unit,
    ...(unit === 'state' && { labels: { '0': 'off', '1': 'on' } }),
  }))
const shown = (...args: Parameters<typeof layoutOf>): string[] =>
  layoutOf(...args).map(({ lines }) => lines.map(({ series: one, side }) => `${one.paramId} ${side}`).join(', '))

for (const [name, units, hide, flipped, gives] of [
  ['one unit', ['V', 'V'], [], [], ['1 left, 2 left']],
  ['two units', ['V', 'A', 'V'], [], [], ['1 left, 2 right, 3 left']],
  ['three units', ['V', 'A', 'kW', 'V'], [], [], ['1 left, 2 right, 4 left', '3 left']],
  ['states have an axis each', ['state', 'state', 'state'], [], [], ['1 left, 2 right', '3 left']],
  ['hidden ones take no room', ['V', 'A', 'kW'], [2], [], ['1 left, 3 right']],
  ['the other side', ['V', 'V'], [], [2], ['1 left, 2 right']],
  ['the other side is taken', ['V', 'A', 'V'], [], [3], ['1 left, 2 right, 3 left']],
  ['all at the other side are where they were', ['V', 'V'], [], [1, 2], ['1 left, 2 left']],
  ['nothing', [], [], [], []],
] as const) {
  test(`plots: ${name}`, () => assert.deepEqual(shown(series(...units), hide, flipped), gives))
}

test('a line can be put at the other side where there is room', () => {
  const ways = (units: readonly string[], flipped: readonly number[] = []): boolean[] =>
    series(...units).map(({ paramId }) => canFlip(layoutOf(series(...units), [], flipped), paramId))
  assert.deepEqual(ways(['V', 'V']), [true, true])
  assert.deepEqual(ways(['V', 'V'], [2]), [false, true])
  assert.deepEqual(ways(['V', 'A']), [false, false])
  assert.deepEqual(ways(['V']), [false])
})

test('eight are proposed, and others shown when they are wanted', () => {
  const many = series(...Array.from({ length: 12 }, () => 'V'))
  assert.deepEqual([...hiddenOf(many, undefined)], [9, 10, 11, 12])
  assert.equal(hiddenOf(many, []).size, 0)
  assert.equal(layoutOf(many, undefined)[0]?.lines.length, 8)
})

test('no two of twenty lines look the same', () => {
  const looks = Array.from({ length: 20 }, (_, line) => `${colourOf(line)} ${dashOf(line).join()}`)
  assert.equal(new Set(looks).size, 20)
})
