import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { heatOf } from './heat.rules.ts'

const hourMs = 3_600_000
/** Hours of so many from an instant, each with its number. */
const heatFrom = (zone: string, from: string, count: number) => {
  const start = Date.parse(from)
  const edges = Array.from({ length: count + 1 }, (_, at) => start + at * hourMs)
  const energy = Array.from({ length: count }, (_, at) => at)
  const profile = { branchId: null, unit: 'kWh', energy, coverage: energy.map(() => 1) }
  return heatOf(zone, edges, profile, start + (count + 1) * hourMs)
}

describe('hours of days on which the clocks are set', () => {
  test('25 of them: one is there twice', () => {
    // In Kyiv 4:00 is 3:00 again.
    const { days, cells } = heatFrom('Europe/Kyiv', '2026-10-24T21:00Z', 49)
    assert.deepEqual(
      days.map(({ day, hours }) => [day, hours]),
      [
        ['2026-10-25', 25],
        ['2026-10-26', 24],
      ],
    )
    const third = cells.filter(({ column, hour }) => column === 0 && hour === 3)
    assert.deepEqual(
      third.map(({ nth, of, value }) => [nth, of, value]),
      [
        [0, 2, 3],
        [1, 2, 4],
      ],
    )
  })

  test('23 of them: one is not there', () => {
    const { days, cells } = heatFrom('Europe/Kyiv', '2026-03-28T22:00Z', 23)
    assert.deepEqual(
      days.map(({ day, hours }) => [day, hours]),
      [['2026-03-29', 23]],
    )
    assert.deepEqual(
      cells.map(({ hour }) => hour),
      Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => hour !== 3),
    )
  })
})

test('hours that are still to come are not known, and not missing', () => {
  const start = Date.parse('2026-11-15T00:00Z')
  const profile = { branchId: null, unit: null, energy: [4, null, null], coverage: [1, 0.5, 0] }
  const { cells, least, greatest } = heatOf(
    'UTC',
    [0, 1, 2, 3].map((at) => start + at * hourMs),
    profile,
    start + 1.5 * hourMs,
  )
  assert.deepEqual(
    cells.map(({ coverage }) => coverage),
    [1, 1, null],
  )
  assert.deepEqual([least, greatest], [4, 4])
})
