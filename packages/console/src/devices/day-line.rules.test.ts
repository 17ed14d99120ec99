import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayCourse, dayDrawing, stepsOfColumn } from './day-line.rules.ts'

test('a line breaks where nothing was read, and the gap is marked; before the first reading there is none', () => {
  const drawing = dayDrawing([null, 1, 2, null, null, 3, null], 70, 20)
  assert.equal(drawing?.line, 'M15.0 18.0L25.0 10.0M55.0 2.0')
  assert.equal(drawing.area, 'M15.0 20L15.0 18.0L25.0 10.0L25.0 20z')
  assert.deepEqual(drawing.gaps, [
    [3 / 7, 5 / 7],
    [6 / 7, 1],
  ])
})

test('a value that does not change is a line in the middle; one reading is none', () => {
  assert.equal(dayDrawing([5, 5], 10, 20)?.line, 'M2.5 10.0L7.5 10.0')
  assert.equal(dayDrawing([5, null], 10, 20), null)
  assert.equal(dayDrawing([], 10, 20), null)
})

test('steps that an answer leaves out are empty', () => {
  const from = Date.UTC(2026, 10, 14)
  const rows = [
    ['2026-11-14T00:00:00.000Z', [1, null]],
    ['2026-11-14T02:00:00.000Z', [3, 4]],
  ] as const
  assert.deepEqual(stepsOfColumn(rows, 0, from, 3_600_000, 4), [1, null, 3, null])
  assert.deepEqual(stepsOfColumn(rows, 1, from, 3_600_000, 4), [null, null, 4, null])
})

test('extremes of a day are those of all readings, while the line has means', () => {
  const from = Date.UTC(2026, 10, 14)
  const rows = [
    ['2026-11-14T00:00:00.000Z', [null, { min: 226.58, mean: 230, max: 231 }]],
    ['2026-11-14T01:00:00.000Z', [null, {}]],
    ['2026-11-14T02:00:00.000Z', [null, { min: 229, mean: 232, max: 235.74 }]],
  ] as const
  assert.deepEqual(dayCourse(rows, 1, from, 3_600_000, 3), {
    values: [230, null, 232],
    extremes: { least: 226.58, greatest: 235.74 },
  })
  assert.equal(dayCourse(rows, 0, from, 3_600_000, 3).extremes, undefined)
})
