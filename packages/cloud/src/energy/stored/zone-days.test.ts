import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { quarterMs, quartersPerDay } from './hold.rules.ts'
import type { EnergyStep } from './packed.ts'
import { daysTouched, sumDay } from './zone-days.ts'

const at = (text: string): number => Date.parse(text)

/** Quarter-hours of which each has its number as amount, and all but one are covered. */
const stepsBut =
  (gapOn: number) =>
  (day: number): EnergyStep[] =>
    Array.from({ length: quartersPerDay }, (_, quarter) => ({
      amount: { digits: 1n, scale: 0 },
      coverage: (day * quartersPerDay + quarter) * quarterMs === gapOn ? 0 : 1,
    }))

/** A day of a place: where it begins and ends, and how many quarter-hours it has. */
const rows: [zone: string, on: string, from: string, till: string, quarters: number][] = [
  ['UTC', '2026-11-14T12:00Z', '2026-11-14T00:00Z', '2026-11-15T00:00Z', 96],
  ['Asia/Kolkata', '2026-11-14T12:00Z', '2026-11-13T18:30Z', '2026-11-14T18:30Z', 96],
  ['America/St_Johns', '2026-11-14T12:00Z', '2026-11-14T03:30Z', '2026-11-15T03:30Z', 96],
  ['Asia/Kathmandu', '2026-11-14T12:00Z', '2026-11-13T18:15Z', '2026-11-14T18:15Z', 96],
  ['Pacific/Chatham', '2026-11-14T12:00Z', '2026-11-14T10:15Z', '2026-11-15T10:15Z', 96],
  ['Pacific/Chatham', '2026-09-26T20:00Z', '2026-09-26T11:15Z', '2026-09-27T10:15Z', 92],
  ['Australia/Lord_Howe', '2026-04-04T20:00Z', '2026-04-04T13:00Z', '2026-04-05T13:30Z', 98],
  ['Australia/Lord_Howe', '2026-10-03T20:00Z', '2026-10-03T13:30Z', '2026-10-04T13:00Z', 94],
]

describe('a day of a place is covered when each of its quarter-hours is', () => {
  for (const [zone, on, from, till, quarters] of rows) {
    test(`${zone}, ${from}`, () => {
      const day = daysTouched(zone, at(on), at(on) + 1)[0]
      assert.ok(day)
      assert.deepEqual([day.from, day.till], [at(from), at(till)])
      const covered = (gapOn: number): boolean => sumDay(day, stepsBut(gapOn)).coverage === 1
      assert.equal(sumDay(day, stepsBut(-1)).amount?.digits, BigInt(quarters))
      assert.deepEqual(
        [day.from - quarterMs, day.from, day.from + quarterMs, day.till - quarterMs, day.till].map(covered),
        [true, false, false, false, true],
      )
    })
  }
})
