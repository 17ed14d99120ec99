import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { segmentStart } from '../calendar.ts'
import { type EnergyStep, emptyStep, pack } from './packed.ts'
import { type SegmentSteps, stepsByDay, stepsOf, stepsOfSpan, wholeSegments } from './steps.ts'
import { addSensor, Tally } from './tally.ts'

const hourMs = 3_600_000
const timeZone = 'Europe/Warsaw'
/** A day of 23 hours. */
const short = Date.parse('2026-03-29T00:00+01:00')

/** Coverage of the first segment for a sensor whose steps are covered as given. */
const coverageOf = (parts: readonly SegmentSteps[], coverageAt: (index: number, of: SegmentSteps['of']) => number) => {
  const tally = new Tally(1, false)
  const stored = parts.map((steps) => {
    const rows = Array.from(steps.rows, ([key, row]) => {
      const covered = Array.from(
        row,
        (_, index): EnergyStep => ({ ...emptyStep, coverage: coverageAt(index, steps.of) }),
      )
      return `${key}:${pack(covered)}`
    })
    return { text: rows.join(' '), steps }
  })
  addSensor(1, { kind: 'energy', multiplier: 1 }, stored, [{ tally, isSource: true, isBelowMain: false }])
  const quarters = parts.reduce((sum, { counts }) => sum + (counts[0] ?? 0), 0)
  return tally.coverageOf(0, quarters) * (quarters / 4)
}

/** Days of the first half-year before a month begins, and the place of its days. */
const dayIndex = (month: number, day: number): number =>
  (Date.UTC(2026, month - 1, day) - Date.UTC(2026, 0, 1)) / 86_400_000

describe('coverage is weighted by duration', () => {
  const month = stepsOf(timeZone, 'month', wholeSegments(timeZone, 'month', short, short + 1))
  const week = stepsOf(timeZone, 'week', wholeSegments(timeZone, 'week', short, short + 1))
  const sunday = dayIndex(3, 29)
  for (const [name, steps, hours] of [
    ['a month with a change of clocks', month, 743],
    ['a week with a change of clocks', week, 167],
  ] as const) {
    test(name, () => {
      const quarters = steps.reduce((sum, { counts }) => sum + (counts[0] ?? 0), 0)
      assert.equal(quarters, hours * 4)
      const hoursOf = (coverageAt: (index: number) => number): number =>
        Math.round(coverageOf(steps, coverageAt) * 1e6) / 1e6
      assert.equal(
        hoursOf(() => 1),
        hours,
      )
      assert.equal(
        hoursOf((index) => Number(index === sunday)),
        23,
      )
      assert.equal(
        hoursOf((index) => (index === sunday ? 0.5 : 0)),
        11.5,
      )
      assert.equal(
        hoursOf((index) => Number(index === sunday - 1)),
        24,
      )
    })
  }

  test('a month in which the readings begin on the 15th day, at 07:20:35', () => {
    const begin = dayIndex(3, 15)
    const firstShare = 1 - (7 * 3600 + 20 * 60 + 35) / 86_400
    const hours = coverageOf(month, (index) => (index < begin ? 0 : index === begin ? firstShare : 1))
    assert.equal(Math.floor((hours / 743) * 1e6) / 1e6, 0.537896)
  })

  test('a span of whole days and quarter-hours', () => {
    const from = segmentStart(timeZone, 'day', short) - 2 * hourMs
    const parts = stepsOfSpan(timeZone, from, from + 27 * hourMs)
    const hours = (wanted: SegmentSteps['of']): number =>
      Math.round(coverageOf(parts, (_, of) => Number(of === wanted)) * 1e6) / 1e6
    assert.equal(hours('days'), 23)
    assert.equal(hours('quarters'), 4)
  })

  test('days that are cut by prices', () => {
    const { steps } = stepsByDay(timeZone, short, short + 29 * hourMs, 1, () => 0)
    const hours = (wanted: SegmentSteps['of']): number =>
      Math.round(coverageOf(steps, (_, of) => Number(of === wanted)) * 1e6) / 1e6
    assert.equal(hours('days'), 23)
    assert.equal(hours('quarters'), 6)
  })
})
