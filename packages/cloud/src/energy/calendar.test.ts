import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type Cadence, cadences, cutSpan, localText, segmentStart, segmentsMax } from './calendar.ts'

const hourMs = 3_600_000
const at = (text: string): number => Date.parse(text)
const hoursIn = (zone: string, cadence: Cadence, from: string, till: string): number[] => {
  const edges = cutSpan(zone, cadence, at(from), at(till)) ?? []
  return edges.slice(1).map((edge, index) => (edge - (edges[index] ?? 0)) / hourMs)
}

describe('spans cut by the clocks of a place', () => {
  const rows: [name: string, zone: string, cadence: Cadence, from: string, till: string, hours: number[]][] = [
    ['days', 'UTC', 'day', '2026-11-14T00:00Z', '2026-11-16T00:00Z', [24, 24]],
    ['what is left of a day', 'UTC', 'day', '2026-11-14T18:00Z', '2026-11-15T06:00Z', [6, 6]],
    ['a day of 23 hours', 'Europe/Kyiv', 'day', '2026-03-27T22:00Z', '2026-03-30T21:00Z', [24, 23, 24]],
    ['a day of 25 hours', 'Europe/Kyiv', 'day', '2026-10-23T21:00Z', '2026-10-26T22:00Z', [24, 25, 24]],
    ['a day without midnight', 'America/Asuncion', 'day', '2023-09-30T04:00Z', '2023-10-02T03:00Z', [24, 23]],
    ['a day that never was', 'Pacific/Apia', 'day', '2011-12-29T10:00Z', '2011-12-31T10:00Z', [24, 24]],
    ['months', 'Europe/Warsaw', 'month', '2026-01-31T23:00Z', '2026-04-30T22:00Z', [672, 743, 720]],
    ['weeks begin on Monday', 'UTC', 'week', '2026-11-14T00:00Z', '2026-11-25T00:00Z', [48, 168, 48]],
    ['years', 'UTC', 'year', '2023-12-31T00:00Z', '2025-01-02T00:00Z', [24, 8784, 24]],
    ['hours of a short day', 'Europe/Kyiv', 'hour', '2026-03-28T23:00Z', '2026-03-29T03:00Z', [1, 1, 1, 1]],
    ['half-hours', 'UTC', 'half-hour', '2026-11-14T00:10Z', '2026-11-14T01:10Z', [1 / 3, 0.5, 1 / 6]],
    ['hours beside those of UTC', 'Asia/Kathmandu', 'hour', '2026-11-14T00:00Z', '2026-11-14T02:00Z', [0.25, 1, 0.75]],
    [
      'clocks set by half an hour',
      'Australia/Lord_Howe',
      'hour',
      '2026-04-04T13:00Z',
      '2026-04-04T17:30Z',
      [1, 1, 0.5, 1, 1],
    ],
    ['nothing', 'UTC', 'day', '2026-11-14T00:00Z', '2026-11-14T00:00Z', []],
  ]
  for (const [name, zone, cadence, from, till, hours] of rows) {
    test(name, () =>
      assert.deepEqual(
        hoursIn(zone, cadence, from, till).map((one) => one.toFixed(6)),
        hours.map((one) => one.toFixed(6)),
      ),
    )
  }

  /** If a clock change is not a whole step, a segment begins at that moment. */
  const starts: [name: string, zone: string, cadence: Cadence, on: string, start: string][] = [
    ['set back to half past, later', 'Australia/Lord_Howe', 'hour', '2026-04-04T15:10Z', '2026-04-04T15:00Z'],
    ['set back to half past, at once', 'Australia/Lord_Howe', 'hour', '2026-04-04T15:00Z', '2026-04-04T15:00Z'],
    ['set back to half past, just before', 'Australia/Lord_Howe', 'hour', '2026-04-04T14:59Z', '2026-04-04T14:00Z'],
    ['set back to half past, the next hour', 'Australia/Lord_Howe', 'hour', '2026-04-04T15:40Z', '2026-04-04T15:30Z'],
    ['set ahead to half past, later', 'Australia/Lord_Howe', 'hour', '2026-10-03T15:45Z', '2026-10-03T15:30Z'],
    ['set ahead to half past, at once', 'Australia/Lord_Howe', 'hour', '2026-10-03T15:30Z', '2026-10-03T15:30Z'],
    ['half-hours do not mind', 'Australia/Lord_Howe', 'half-hour', '2026-10-03T15:45Z', '2026-10-03T15:30Z'],
    ['set by a whole hour', 'Europe/Kyiv', 'hour', '2026-10-25T01:30Z', '2026-10-25T01:00Z'],
    ['clocks that are never set', 'Asia/Kathmandu', 'hour', '2026-10-25T01:20Z', '2026-10-25T01:15Z'],
  ]
  for (const [name, zone, cadence, on, start] of starts) {
    test(`the segment of an instant: ${name}`, () => assert.equal(segmentStart(zone, cadence, at(on)), at(start)))
  }

  test('limits the number of segments', () => {
    const end = segmentsMax * hourMs
    assert.equal(cutSpan('UTC', 'hour', 0, end)?.length, segmentsMax + 1)
    assert.equal(cutSpan('UTC', 'hour', 0, end + 1), null)
    assert.equal(cutSpan('UTC', 'quarter-hour', 0, Date.UTC(9999, 0)), null)
  })

  test('segments follow each other, from edge to edge', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Kyiv', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe')
    const instants = fc.integer({ min: at('2015-01-01T00:00Z'), max: at('2030-01-01T00:00Z') })
    fc.assert(
      fc.property(zones, fc.constantFrom(...cadences), instants, fc.nat(100), (zone, cadence, from, hours) => {
        const till = from + hours * hourMs + 1
        const edges = cutSpan(zone, cadence, from, till) ?? []
        assert.equal(edges[0], from)
        assert.equal(edges.at(-1), till)
        for (const [index, edge] of edges.entries()) assert.ok(index === 0 || edge > (edges[index - 1] ?? 0))
        for (const edge of edges.slice(1, -1)) {
          assert.equal(segmentStart(zone, cadence, edge), edge)
          assert.ok(segmentStart(zone, cadence, edge - 1) < edge)
          const clock = localText(zone, edge).slice(11, 19)
          if (!cadence.includes('hour')) assert.equal(clock, '00:00:00')
          else assert.match(clock, cadence === 'hour' ? /:[03]0:00/ : /:(00|15|30|45):00/)
        }
      }),
      { numRuns: 200 },
    )
  })
})

test('an instant as people of the place write it', () => {
  assert.equal(localText('Europe/Kyiv', at('2026-03-29T00:00Z')), '2026-03-29T02:00:00+02:00')
})
