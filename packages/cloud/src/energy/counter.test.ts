import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runs } from '@busbar/kit/testing'
import { decimalOf, toNumber } from '@busbar/modbus/decimal'
import { within } from '@busbar/readings/history'
import type { Readings } from '@busbar/series'
import * as fc from 'fast-check'
import { CounterWalk } from './counters/counter.rules.ts'
import { HistoryProbe } from './counters/lone-steps.rules.ts'
import { type Meter, meterOf } from './counters/meter.rules.ts'
import { hoursOf, noHours } from './hours.rules.ts'
import { counterLife } from './testing/counter.arbitrary.ts'
import { ledger, type Row, small } from './testing/ledger.ts'
import { type StepJudge, UsageBaseline } from './usage-baseline.rules.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const readingsOf = (rows: readonly Row[]): Readings => ({
  times: Float64Array.from(rows, ([on]) => on),
  values: Float64Array.from(rows, ([, value]) => value),
})
/** In pieces of some readings each. */
const countInPieces = (
  { times, values }: Readings,
  edges: readonly number[],
  meter: Meter,
  pieceLength = 1000,
  usual: StepJudge | null = null,
) => {
  const walk = new CounterWalk(edges, meter, undefined, usual)
  for (let at = 0; at < times.length; at += pieceLength) {
    walk.feed({ times: times.slice(at, at + pieceLength), values: values.slice(at, at + pieceLength) })
  }
  return walk.close()
}
const u16 = { valueType: 'u16', bitsAmount: null, multiplier: '1', shift: '0' } as const

describe('amounts of a counter', () => {
  const lives: [name: string, values: number[], maxPerHour: number | null, amount: number | null, asides: string[]][] =
    [
      ['rises', [10, 15, 15, 30], null, 20, []],
      ['stands still', [10, 10], null, 0, []],
      ['one reading tells nothing', [10], null, null, []],
      ['a reset to near zero is set aside', [1000, 3, 8], null, 5, ['reset']],
      ['a fall that nothing follows is not believed yet', [1000, 3], null, null, ['spike']],
      ['a rollover of 16 bits', [65_530, 4, 5], null, 11, []],
      ['a fall that is no rollover of 16 bits', [59_990, 5, 6], null, 1, ['reset']],
      ['another meter below', [1000, 500, 510], null, 10, ['replacement']],
      ['another meter above', [1000, 50_000, 50_010], 100, 10, ['jump']],
      ['a reading that was wrong, below', [1000, 0, 1001], null, 1, ['spike']],
      ['a reading that was wrong, above', [1000, 60_000, 1001], null, 1, ['spike']],
      ['the same, above what is possible', [1000, 60_000, 1001], 100, 1, ['spike']],
      ['two readings that were wrong', [1000, 60_000, 7, 1001], null, 1, ['spike']],
      ['all ones', [1000, 65_535, 1001], null, 1, ['invalid']],
      ['all ones to the end', [1000, 1001, 65_535, 65_535], null, 1, ['invalid']],
      ['all ones at the beginning', [65_535, 1000, 1001], null, 1, []],
      ['all ones on the way to the end of the register', [65_500, 65_535, 4, 5], null, 41, []],
      ['exactly what is possible', [1000, 1100], 100, 100, []],
      ['more than is possible', [1000, 1100.5, 1101], 100, 0.5, ['jump']],
      ['a rollover beyond what is possible', [65_500, 4, 5], 3, 1, ['reset']],
      ['zeros before the first reading', [0, 0, 5000, 5001, 5002], null, 2, ['jump']],
      ['a counter that begins with zero', [0, 5, 10], null, 10, []],
      ['decimals stay exact', [0.1, 0.3], null, 0.2, []],
    ]
  for (const [name, values, maxPerHour, amount, asides] of lives) {
    test(name, () => {
      const readings = readingsOf(values.map((value, at) => [at * minuteMs, value]))
      const counted = countInPieces(readings, [0, hourMs], meterOf(u16, maxPerHour))
      const [booked = null] = counted.amounts
      assert.equal(booked && toNumber(booked), amount)
      assert.deepEqual(
        counted.setAside.map(({ reason }) => reason),
        asides,
      )
    })
  }

  test('after a gap more is possible', () => {
    const readings = readingsOf([
      [0, 0],
      [10 * hourMs, 1000],
    ])
    assert.deepEqual(countInPieces(readings, [0, 20 * hourMs], meterOf(u16, 100)).setAside, [])
  })

  test('a rise counts where its reading is; hours without one are not covered', () => {
    const readings = readingsOf([
      [-1, 5],
      [30 * minuteMs, 6],
      [5 * hourMs, 9],
    ])
    const { amounts, coverage } = countInPieces(readings, [0, 2 * hourMs, 4 * hourMs, 6 * hourMs], meterOf(u16, null))
    assert.deepEqual(amounts, [decimalOf(1), null, decimalOf(3)])
    assert.deepEqual(coverage, [0.5, 0, 0.5])
  })

  test('as a slow ledger has it', () => {
    const from = Date.UTC(2026, 2, 28)
    const limits = fc.option(fc.constantFrom(100, 1000, 20_000), { nil: null })
    const pieces = fc.integer({ min: 1, max: 250 })
    fc.assert(
      fc.property(
        counterLife(from, 200),
        limits,
        fc.nat(40),
        pieces,
        ({ rows, multiplier }, limit, startHour, piece) => {
          const maxPerHour = limit === null ? null : limit * multiplier
          const edges = Array.from({ length: 9 }, (_, at) => from + (startHour + at * 7) * hourMs)
          const format = { ...u16, multiplier: String(multiplier) }
          const counted = countInPieces(readingsOf(rows), edges, meterOf(format, maxPerHour), piece)
          const allOnes = Number((65_535 * multiplier).toFixed(3))
          const slow = ledger(rows, edges, { width: 65_536 * multiplier, zero: 0, maxPerHour, allOnes })
          assert.deepEqual(
            counted.amounts.map((amount) => amount && toNumber(amount)),
            slow.segments.map(({ amount }) => (amount === null ? null : small(amount))),
          )
          assert.deepEqual(
            counted.coverage,
            slow.segments.map(({ hours }) => hours.size / 7),
          )
          assert.deepEqual(
            counted.setAside.map(({ on, reason }) => [on, reason]),
            slow.setAside,
          )
        },
      ),
      { numRuns: runs(500), endOnFailure: true },
    )
  })

  test('as a slow ledger has it that knows what is usual', () => {
    const from = Date.UTC(2026, 2, 28)
    let unusualCount = 0
    const property = fc.property(counterLife(from, 100, 200), fc.nat(40), ({ rows, multiplier }, startHour) => {
      const edges = Array.from({ length: 9 }, (_, at) => from + (startHour + 170 + at * 7) * hourMs)
      const meter = meterOf({ ...u16, multiplier: String(multiplier) })
      const readings = readingsOf(rows)
      const counted = countInPieces(readings, edges, meter, 100, new UsageBaseline(hoursOf(noHours, readings), meter))
      const allOnes = Number((65_535 * multiplier).toFixed(3))
      const model = { width: 65_536 * multiplier, zero: 0, maxPerHour: null, allOnes, hasHistory: true }
      const slow = ledger(rows, edges, model)
      const unusual = slow.setAside.filter(([, reason]) => reason === 'unusual')
      unusualCount += unusual.length
      const till = (edges.at(-1) ?? 0) + 6 * hourMs
      const near = within(readings, (unusual[0]?.[0] ?? 0) - 24 * hourMs, till)
      const probe = new HistoryProbe(near, till, meter)
      countInPieces(near, edges, meter, 100, probe)
      assert.ok(probe.isNeeded || unusual.length === 0, 'a step is unusual, and nobody asked for the history')
      assert.deepEqual(
        counted.amounts.map((amount) => amount && toNumber(amount)),
        slow.segments.map(({ amount }) => (amount === null ? null : small(amount))),
      )
      assert.deepEqual(
        counted.setAside.map(({ on, reason }) => [on, reason]),
        slow.setAside,
      )
    })
    fc.assert(property, { numRuns: runs(80), endOnFailure: true })
    assert.ok(unusualCount > 10)
  })
})

test('the width of a counter is that of its type', () => {
  const widths = [
    [{ ...u16, multiplier: '0.1' }, 6553.6],
    [{ ...u16, valueType: 's32' }, 2 ** 32],
    [{ ...u16, valueType: 'bcd16' }, 10_000],
    [{ ...u16, bitsAmount: 12 }, 4096],
    [{ ...u16, valueType: 'f32' }, null],
  ] as const
  for (const [format, width] of widths) {
    const found = meterOf(format, null).width
    assert.equal(found && toNumber(found), width)
  }
})
