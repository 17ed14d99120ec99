import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Decimal, toNumber, toText } from '@busbar/modbus/decimal'
import * as fc from 'fast-check'
import { CounterWalk } from './counter.rules.ts'
import { bookLegs, type Counted, isUnbooked } from './counter-book.ts'
import { type CounterFormat, meterOf } from './meter.rules.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const start = Date.UTC(2026, 5, 1)

/** What a display shows, and what was true by then. */
interface Shown {
  on: number
  raw: bigint
  truth: bigint
  isGood: boolean
}

const faults = fc.array(
  fc.record({
    at: fc.nat(300),
    /** Of a run of wrong readings. */
    minutes: fc.integer({ min: 1, max: 240 }),
    kind: fc.constantFrom('zeros', 'all ones', 'stuck', 'missing'),
    /** Parts of a million of all that the display can show. */
    share: fc.nat(999_999),
  }),
  { maxLength: 4 },
)

const meters = fc.record({
  type: fc.constantFrom('u32', 'u64'),
  /** Of the display: so many values; of a u64 it may be beyond what a double holds. */
  digits: fc.integer({ min: 5, max: 9 }),
  firstShare: fc.nat(999_999),
  stepMinutes: fc.constantFrom(1, 5, 15, 30),
  polls: fc.integer({ min: 100, max: 300 }),
  seed: fc.nat(),
  multiplier: fc.constantFrom('1', '0.1', '0.001'),
  faults,
  exchange: fc.option(fc.record({ at: fc.nat(300), startShare: fc.nat(999_999) }), { nil: null }),
})
type Plan = typeof meters extends fc.Arbitrary<infer T> ? T : never

/** The truth, and what was read of it. */
const live = (plan: Plan) => {
  const { type, digits, multiplier, stepMinutes, polls } = plan
  let seed = plan.seed
  const width = type === 'u64' ? 2n ** 64n : 2n ** 32n
  const display = type === 'u64' ? 10n ** BigInt(digits + 10) : 10n ** BigInt(digits)
  const shareOf = (share: number): bigint => (display * BigInt(Math.floor(share))) / 1_000_000n
  const scale = multiplier.length - 1 - (multiplier.length > 1 ? 1 : 0)
  const shown = (raw: bigint): Decimal => ({ digits: raw, scale })
  let raw = shareOf(plan.firstShare)
  let truth = 0n
  const rows: Shown[] = []
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
    // What was wrong before an exchange, and what is right after it, are not told apart by coming back.
    const isAtExchange = exchangeAt > at - 12 && exchangeAt < at + length + 12
    if (at < free || at + length + 12 > polls || isAtExchange) continue
    free = at + length + 12
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

const sumOf = ({ amounts }: Counted, scale: number): bigint =>
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

  test('never comes to more than the truth by a fault, and says so where it comes to less', () => {
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
})
