import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Readings } from '@busbar/series'
import { Thread } from '../thread.ts'
import { type ChartJob, chartRows } from './chart-rows.ts'
import { decode } from './decode.ts'
import { addReadings, noFigures } from './figures.rules.ts'
import { bordersOf } from './segments.rules.ts'

const segments = { from: 0, till: 4000, points: 4 }
const readings = (...pairs: [on: number, value: number][]): Readings => ({
  times: Float64Array.from(pairs, ([on]) => on),
  values: Float64Array.from(pairs, ([, value]) => value),
})
const figureColumn = (read: Readings, gaps: number[]) => {
  const figures = noFigures(4)
  addReadings(figures, bordersOf(segments), read)
  return { figures, gaps: Float64Array.from(gaps) }
}
const at = (second: number): string => `1970-01-01T00:00:0${second}.000Z`
const parsed = ({ bytes }: { bytes: Uint8Array }): unknown => JSON.parse(new TextDecoder().decode(bytes))

const firsts = (): ChartJob => ({
  kind: 'rows of firsts',
  segments,
  places: Int32Array.of(2, 1, 0, -1, 2),
  columns: [readings([1000, 5]), readings([3000, 0]), readings([0, 7], [1500, 8])],
})
const figures = (): ChartJob => ({
  kind: 'rows of figures',
  segments,
  places: Int32Array.of(0, -1, 1),
  columns: [
    figureColumn(readings([0, 1], [500, 2], [1000, 1e308], [1500, 1e308]), [0, 0, 2, 0]),
    figureColumn(readings(), [1, 0, 0, 0]),
  ],
})

describe('a chart in JSON', () => {
  const thread = new Thread<ChartJob, ReturnType<typeof chartRows>>(new URL('./decode-worker.ts', import.meta.url))
  after(() => thread.stop())

  test('first readings stand where their parameters were asked for', () => {
    assert.deepEqual(parsed(chartRows(firsts())), [
      [at(0), [7, null, null, null, 7]],
      [at(1), [8, null, 5, null, 8]],
      [at(3), [null, 0, null, null, null]],
    ])
    assert.deepEqual(parsed(chartRows({ ...firsts(), places: Int32Array.of(-1), columns: [] })), [])
  })

  test('figures: an unknown mean is left out, and failed reads are counted where nothing was read', () => {
    assert.deepEqual(parsed(chartRows(figures())), [
      [at(0), [{ first: 1, min: 1, mean: 1.5, max: 2, count: 2, gaps: 0 }, null, { count: 0, gaps: 1 }]],
      [at(1), [{ first: 1e308, min: 1e308, max: 1e308, count: 2, gaps: 0 }, null, null]],
      [at(2), [{ count: 0, gaps: 2 }, null, null]],
    ])
  })

  test('the thread writes the same', async () => {
    for (const job of [firsts, figures])
      assert.deepEqual(parsed(await thread.run(job())), parsed(decode(job()) as never))
  })
})
