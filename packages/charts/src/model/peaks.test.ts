import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { withBreaks } from './alignment.ts'
import { bandOf } from './bands.ts'
import { chartData } from './columns.ts'
import { stepFor, tilePoints, tilesOf } from './tiles.ts'
import type { TimeWindow } from './window.ts'

type Tiles = Parameters<typeof bandOf>[0]
type Row = NonNullable<Tiles[number]>[number]

interface Reading {
  on: number
  value: number
}

/** Returns the answer of the service for a tile: figures of each step with readings. */
const answered = (readings: readonly Reading[], from: number, stepMs: number): Row[] =>
  Array.from({ length: tilePoints }, (_, i) => from + i * stepMs).flatMap((start): Row[] => {
    const values = readings.filter(({ on }) => on >= start && on < start + stepMs).map(({ value }) => value)
    const [first] = values
    if (first === undefined) return []
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const figure = { first, mean, min: Math.min(...values), max: Math.max(...values), count: values.length, gaps: 0 }
    return [[new Date(start).toISOString(), [figure]]]
  })

const now = Date.UTC(2026, 10, 15)
const yearMs = 365 * 86_400_000

test('every reading lies in the band that is drawn, whatever the zoom', () => {
  const spanMs = fc.double({ min: Math.log(10_000), max: Math.log(10 * yearMs), noNaN: true })
  const parts = fc.uniqueArray(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 80 })
  const values = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(
      spanMs,
      parts,
      fc.array(values, { minLength: 80, maxLength: 80 }),
      fc.integer({ min: 280, max: 2400 }),
      (log, places, heights, widthPx) => {
        const view: TimeWindow = { from: now - Math.exp(log), till: now }
        const readings = places
          .toSorted((a, b) => a - b)
          .map((part, i) => ({ on: Math.round(view.from + (view.till - view.from) * part), value: heights[i] ?? 0 }))
        const stepMs = stepFor(view, widthPx)
        const tiles = tilesOf(view, stepMs).map(({ from }) => answered(readings, from, stepMs))
        const line = withBreaks(bandOf(tiles, 0, false), stepMs)
        const { times, lows, highs } = chartData([line])
        for (const { on, value } of readings) {
          const at = times.findLastIndex((time, i) => time <= on && lows[0]?.[i] !== null)
          const [low, high] = [lows[0]?.[at] ?? Number.NaN, highs[0]?.[at] ?? Number.NaN]
          assert.ok(low <= value && value <= high, `${value} at ${on} is not from ${low} to ${high}`)
          // And not farther from its place than a dot or two.
          assert.ok(on - (times[at] ?? 0) < stepMs)
        }
        assert.ok((stepMs / (view.till - view.from)) * widthPx <= 2.6 || stepMs === 250)
      },
    ),
    { numRuns: 60 },
  )
})
