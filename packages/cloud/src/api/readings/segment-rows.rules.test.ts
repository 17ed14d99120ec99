import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SegmentsOf, segmentRows } from './segment-rows.rules.ts'

const segment = (from: number, ...values: (number | null)[]): SegmentsOf<number>['segments'][number] => ({
  from,
  values,
})

test('segments of several organizations are one table', () => {
  const parts = [
    { paramIds: [1, 2], segments: [segment(10, 5, null), segment(30, null, 0)] },
    { paramIds: [3], segments: [segment(0, 7), segment(10, 8)] },
  ]
  assert.deepEqual(segmentRows([3, 2, 1, 9, 3], parts), [
    [0, [7, null, null, null, 7]],
    [10, [8, null, 5, null, 8]],
    [30, [null, 0, null, null, null]],
  ])
  assert.deepEqual(segmentRows<number>([9], []), [])
})
