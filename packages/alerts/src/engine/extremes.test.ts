import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Extremes, withReading } from './extremes.ts'

/** The change at the end, as kept and as it is. */
function changes(
  readings: readonly (readonly [number, number])[],
  spanMs: number,
): { kept: number; is: number; size: number } {
  let highs: Extremes = []
  let lows: Extremes = []
  for (const [on, value] of readings) {
    highs = withReading(highs, 1, on, value, spanMs)
    lows = withReading(lows, -1, on, value, spanMs)
  }
  const last = readings.at(-1)?.[0] ?? 0
  const span = readings.filter(([on]) => on >= last - spanMs).map(([, value]) => value)
  return {
    kept: Number(highs[1]) - Number(lows[1]),
    is: Math.max(...span) - Math.min(...span),
    size: highs.length + lows.length,
  }
}

test('the change over few readings is exact', () => {
  const readings = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer()), { minLength: 1, maxLength: 32 })
  const exact = (steps: [number, number][]): void => {
    let on = 0
    const { kept, is } = changes(
      steps.map(([ms, value]) => [(on += ms), value] as const),
      40,
    )
    assert.equal(kept, is)
  }
  fc.assert(fc.property(readings, exact))
})

test('the change over many readings is never overestimated, hardly underestimated, and needs limited memory', () => {
  const ramp = (place: number): number => place
  const noise = (place: number): number => Math.sin(place * 12.9898) * 100
  const swing = (place: number): number => Math.cos(place / 700) * 100
  for (const shape of [ramp, noise, swing, (place: number) => -place]) {
    for (const length of [500, 5000, 9000]) {
      const readings = Array.from({ length }, (_, place) => [place * 100, shape(place)] as const)
      const { kept, is, size } = changes(readings, 360_000)
      assert.ok(kept <= is && kept > is * 0.9, `${shape.toString()} ${length}: ${kept} of ${is}`)
      assert.ok(size <= 128)
    }
  }
})
