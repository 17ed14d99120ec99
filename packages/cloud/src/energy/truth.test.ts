import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Decimal, toNumber, toText } from '@busbar/modbus/decimal'
import * as fc from 'fast-check'
import { CounterWalk } from './counters/counter.rules.ts'
import { bookLegs, type CountedSegments, isUnbooked } from './counters/counter-book.ts'
import { type CounterFormat, meterOf } from './counters/meter.rules.ts'
import { hoursOf, noHours } from './hours.rules.ts'
import type { Row } from './testing/ledger.ts'
import { UsageBaseline } from './usage-baseline.rules.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const start = Date.UTC(2026, 5, 1)

/** A shown value, and the true amount at that time. */
interface DisplayReading {
  on: number
  raw: bigint
  truth: bigint
  isGood: boolean
}

const faults = fc.array(
  fc.record({
    at: fc.nat(300),
    /** Length of a run of wrong readings. */
    minutes: fc.integer({ min: 1, max: 240 }),
    kind: fc.constantFrom('zeros', 'all ones', 'stuck', 'missing'),
    /** Parts of a million of all that the display can show. */
    share: fc.nat(999_999),
  }),
  { maxLength: 4 },
)

const meters = fc.record({
  type: fc.constantFrom('u32', 'u64'),
  /** Digits of the display; a u64 may exceed the precision of a double. */
  digits: fc.integer({ min: 5, max: 9 }),
  firstShare: fc.nat(999_999),
  stepMinutes: fc.constantFrom(1, 5, 15, 30),
  polls: fc.integer({ min: 100, max: 300 }),
  seed: fc.nat(),
  multiplier: fc.constantFrom('1', '0.1', '0.001'),
  faults,
  exchange: fc.option(fc.record({ at: fc.nat(300), startShare: fc.nat(999_999) }), { nil: null }),
})
type MeterPlan = typeof meters extends fc.Arbitrary<infer T> ? T : never

/** The truth, and what was read of it. */
const live = (plan: MeterPlan) => {
  const { type, digits, multiplier, stepMinutes, polls } = plan
  let seed = plan.seed
  const width = type === 'u64' ? 2n ** 64n : 2n ** 32n
  const display = type === 'u64' ? 10n ** BigInt(digits + 10) : 10n ** BigInt(digits)
  const shareOf = (share: number): bigint => (display * BigInt(Math.floor(share))) / 1_000_000n
  const scale = multiplier.length - 1 - (multiplier.length > 1 ? 1 : 0)
  const shown = (raw: bigint): Decimal => ({ digits: raw, scale })
  let raw = shareOf(plan.firstShare)
  let truth = 0n
  const rows: DisplayReading[] = []
  const exchanges: NonNullable<CounterFormat['exchanges']>[number][] = []
  for (let at = 0; at < polls; at += 1) {
    const on = start + at * stepMinutes * minuteMs
    // From one poll to the next at most a ten-thousandth of the display.
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    const by = 1n + (display * BigInt(seed >>> 8)) / (10_000n << 24n)
    if (plan.exchange !== null && at === plan.exchange.at && at > 0) {
      // The old meter counts a little more, then the new one.
      const end = raw + by / 2n < display ? raw + by / 2n : raw
      // A new meter that shows nearly what the old one did is not seen in the readings.
      const first = (raw + display / 20n + shareOf(plan.exchange.startShare * 0.9)) % display
      exchanges.push({ on: on - 1, end: toText(shown(end)), start: toText(shown(first)) })
      truth += end - raw
      raw = first
    }
    raw = (raw + by) % display
    truth += by
    rows.push({ on, raw, truth, isGood: true })
  }
  const missing = new Set<number>()
  let free = 0
  for (const { at, minutes, kind, share } of plan.faults.toSorted((a, b) => a.at - b.at)) {
    // Each comes back before the next begins, and before the end.
    const length = Math.ceil(minutes / stepMinutes)
    const exchangeAt = plan.exchange?.at ?? Infinity
    // Wrong readings before a replacement and right ones after it cannot be distinguished by a return.
    const isAtExchange = exchangeAt > at - 12 && exchangeAt < at + length + 12
    // The good readings between two faults cannot be recognized when they are fewer than the wrong ones.
    const good = Math.max(length, 12)
    if (at < free || at + length + good > polls || isAtExchange) continue
    free = at + length + good
    const wrong = kind === 'zeros' ? 0n : kind === 'all ones' ? width - 1n : shareOf(share)
    for (let next = at, left = minutes; left > 0; next += 1, left -= stepMinutes) {
      const row = rows[next]
      // The first readings are good: before them nothing is known.
      if (row === undefined || next * stepMinutes < 60) continue
      if (kind === 'missing') missing.add(next)
      else rows[next] = { ...row, raw: wrong, isGood: wrong === row.raw }
    }
  }
  const format: CounterFormat = {
    valueType: type,
    bitsAmount: null,
    multiplier,
    shift: '0',
    rolloverAt: toText(shown(display)),
    exchanges,
    periodSec: stepMinutes * 60,
  }
  return { rows: rows.filter((_, at) => !missing.has(at)), format, shown }
}

const count = ({ rows, format, shown }: ReturnType<typeof live>, edges: readonly number[]) => {
  const meter = meterOf(format)
  const goodOn: number[] = []
  const walk = new CounterWalk(edges, meter, (on) => goodOn.push(on))
  walk.feed({
    times: Float64Array.from(rows, ({ on }) => on),
    values: Float64Array.from(rows, ({ raw }) => toNumber(shown(raw))),
  })
  const counted = walk.close()
  bookLegs(counted, new Map(rows.map(({ on, raw }) => [on, toText(shown(raw))])))
  return { counted, goodOn }
}

const sumOf = ({ amounts }: CountedSegments, scale: number): bigint =>
  amounts.reduce(
    (sum, amount) => sum + (amount === null ? 0n : amount.digits * 10n ** BigInt(scale - amount.scale)),
    0n,
  )

describe('a meter whose consumption is known', () => {
  test('is counted to the last digit where all readings are good, in every segment', () => {
    fc.assert(
      fc.property(meters, fc.constantFrom(0.5, 1, 5, 24), (plan, hours) => {
        const life = live({ ...plan, faults: [] })
        // The last readings may show that those before were wrong: of a rollover there it is not known yet.
        const end = (life.rows.at(-10)?.on ?? 0) + 1
        const edges = Array.from(
          { length: Math.floor((end - start) / (hours * hourMs)) + 1 },
          (_, at) => start + at * hours * hourMs,
        )
        const { counted } = count(life, edges)
        assert.deepEqual(counted.setAside, [])
        const truthBefore = (edge: number) => life.rows.findLast(({ on }) => on < edge)?.truth
        for (const [at, amount] of counted.amounts.entries()) {
          const [from, till] = [
            truthBefore(edges[at] ?? 0) ?? life.rows[0]?.truth ?? 0n,
            truthBefore(edges[at + 1] ?? 0) ?? 0n,
          ]
          assert.equal(toText(amount ?? life.shown(0n)), toText(life.shown(till - from)))
        }
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })

  test('a fault never adds to the true amount, and a lower amount is reported', () => {
    fc.assert(
      fc.property(meters, (plan) => {
        const life = live(plan)
        const end = (life.rows.at(-1)?.on ?? 0) + 1
        const { counted, goodOn } = count(life, [start, end])
        const scale = life.shown(0n).scale
        const truthAt = (on: number) => life.rows.find((row) => row.on === on)?.truth ?? 0n
        const [first, last] = [truthAt(goodOn[0] ?? 0), truthAt(goodOn.at(-1) ?? 0)]
        const [sum, truth] = [sumOf(counted, scale), last - first]
        assert.ok(sum <= truth, `${sum} is more than ${truth}`)
        if (sum < truth)
          assert.ok(counted.setAside.some(isUnbooked), `${sum} is less than ${truth}, and nothing is set aside`)
      }),
      { numRuns: 400, endOnFailure: true },
    )
  })

  test('a month with a permanent jump is booked except for the jump, which is excluded as unusual', () => {
    const jumps = fc.array(fc.record({ at: fc.nat(180), times: fc.integer({ min: 50, max: 1_000_000 }) }), {
      maxLength: 3,
    })
    const plans = fc.record({
      best: fc.integer({ min: 1, max: 500 }),
      seed: fc.nat(),
      jumps,
      pumpAt: fc.oneof(fc.nat(180), fc.constant(400)),
    })
    const property = fc.property(plans, ({ best, seed, jumps: planned, pumpAt }) => {
      let next = seed
      let shown = 1000
      const rows: Row[] = []
      const poll = (on: number, most: number, jump = 0): void => {
        next = (Math.imul(next, 1_664_525) + 1_013_904_223) >>> 0
        shown += jump + 1 + ((next >>> 8) % most)
        rows.push([on, shown])
      }
      const from = start + 10 * 24 * hourMs
      for (let on = start; on < from; on += hourMs) poll(on, best)
      // Some hours apart: three in a row are what the counter does now.
      const jumpAt = new Map(planned.map(({ at, times }) => [32 * Math.floor(at / 32), times * (best + 1)]))
      // A pump that starts counts a hundred times more, and goes on.
      for (let at = 0; at < 200; at += 1)
        poll(from + at * 15 * minuteMs, at < pumpAt ? best : 100 * best, jumpAt.get(at))
      const readings = {
        times: Float64Array.from(rows, ([on]) => on),
        values: Float64Array.from(rows, ([, value]) => value),
      }
      const meter = meterOf({ valueType: 'u32', bitsAmount: null, multiplier: '1', shift: '0', periodSec: 900 })
      const walk = new CounterWalk(
        [start, from + 60 * hourMs],
        meter,
        undefined,
        new UsageBaseline(hoursOf(noHours, readings), meter),
      )
      walk.feed(readings)
      const { amounts, setAside, coverage } = walk.close()
      const aside = setAside.reduce((sum, { from: low, to }) => sum + to - low, 0)
      assert.equal(toNumber(amounts[0] ?? { digits: 0n, scale: 0 }) + aside, shown - (rows[0]?.[1] ?? 0))
      const before = [...jumpAt].filter(([at]) => at + 28 < pumpAt).map(([at]) => from + at * 15 * minuteMs)
      assert.deepEqual(
        setAside.filter(({ on }) => on < from + (pumpAt - 28) * 15 * minuteMs).map(({ on, reason }) => [on, reason]),
        before.toSorted((a, b) => a - b).map((on) => [on, 'unusual']),
      )
      const isJump = (on: number): boolean => jumpAt.has((on - from) / 15 / minuteMs)
      assert.ok(setAside.every(({ on }) => isJump(on)))
      assert.ok(setAside.length === 0 || (coverage[0] ?? 1) < 1)
    })
    fc.assert(property, { numRuns: 100, endOnFailure: true })
  })
})
