import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalOf } from '@busbar/modbus/decimal'
import { concat, dayMs, type HourBounds, within } from '@busbar/readings/history'
import { dayStart, merge } from '@busbar/readings/testing'
import { type Readings } from '@busbar/series'
import { hoursOf as statsOf } from '@busbar/series/hours'
import * as fc from 'fast-check'
import { hoursOf, noHours } from '../hours.rules.ts'
import { type CounterLife, counterLife } from '../testing/counter.arbitrary.ts'
import type { Row } from '../testing/ledger.ts'
import { UsageBaseline } from '../usage-baseline.rules.ts'
import { CounterWalk } from './counter.rules.ts'
import { type CountedSegments, isUnbooked } from './counter-book.ts'
import { type Meter, meterOf } from './meter.rules.ts'
import { type CounterHistory, readCounter } from './read-counter.ts'

const hourMs = 3_600_000
const readingsOf = (rows: readonly Row[]): Readings => ({
  times: Float64Array.from(rows, ([on]) => on),
  values: Float64Array.from(rows, ([, value]) => value),
})

/** Some readings cold, some hot, as the store would have them. */
const historyOf = (cold: Readings, hot: Readings) => {
  const all = merge(cold, hot)
  let rawCount = 0
  const history: CounterHistory = {
    raw: async (_orgId, _paramId, from, till) => {
      const found = within(all, from, till)
      rawCount += found.times.length
      return found
    },
    hours: async (_orgId, _paramId, from, till) => ({
      cold: boundsOf(within(cold, dayStart(from), dayStart(till) + dayMs - 1)),
      hot: within(hot, from, till),
    }),
    digits: async () => new Map(),
    onTime: async (_orgId, _paramIds, till) => {
      const { times, values } = within(all, -Infinity, till, 1)
      return [times[0] === undefined ? null : { on: times[0], number: values[0] ?? 0, text: null }]
    },
  }
  return { history, all, rawCount: () => rawCount }
}

const boundsOf = (readings: Readings): HourBounds => {
  const days = [...new Set(Array.from(readings.times, dayStart))]
  const hours = days.flatMap((day) => statsOf(within(readings, day, day + dayMs - 1), day))
  const column = (name: 'count' | 'firstOn' | 'first' | 'lastOn' | 'last' | 'min' | 'max') =>
    Float64Array.from(hours, (hour) => hour[name])
  return {
    count: column('count'),
    firstOn: column('firstOn'),
    first: column('first'),
    lastOn: column('lastOn'),
    last: column('last'),
    min: column('min'),
    max: column('max'),
  }
}

const countAll = (all: Readings, readings: Readings, edges: readonly number[], meter: Meter) => {
  const usual = meter.maxPerHour === null ? new UsageBaseline(hoursOf(noHours, all), meter) : null
  const walk = new CounterWalk(edges, meter, undefined, usual)
  walk.feed(readings)
  return walk.close()
}

const meterFor = (multiplier: number, maxPerHour: number | null) =>
  meterOf({ valueType: 'u16', bitsAmount: null, multiplier: String(multiplier), shift: '0' }, maxPerHour)

/** It falls by one, and whether that was so shows only after a gap: what is read then is held against the reading before the fall. */
const overGap = (from: number): CounterLife => {
  const early = [65_451, 65_479, 65_506, 0, 65_531, 2, 2, 2, 2, 1]
  const late = [1, 1, 1, 1, 2, 2]
  const rows = [
    ...early.map((value, at): Row => [from + (at + 1) * 900_000 + ((at + 1) >> 1), value]),
    ...late.map((value, at): Row => [from + 33_299_998 + at * 900_000 + ((at + 1) >> 1), value]),
  ]
  return { rows, steps: 65_536, multiplier: 1 }
}

const lives: [name: string, quietHours: number, numRuns: number][] = [
  ['a young counter', 0, 1000],
  ['one with a history', 220, 150],
]
for (const [name, quietHours, numRuns] of lives) {
  test(`amounts by hours are those by all readings: ${name}`, async () => {
    const from = Date.UTC(2026, 2, 28)
    const limits = fc.option(fc.constantFrom(100, 1000, 20_000), { nil: null })
    const property = fc.asyncProperty(
      counterLife(from, 300, quietHours),
      limits,
      fc.nat(2000),
      fc.integer({ min: 1, max: 5000 }),
      fc.nat(299),
      fc.array(fc.nat(299), { maxLength: 3 }),
      async ({ rows, multiplier }, limit, startMinute, widthMinutes, coldCount, late) => {
        const isCold = rows.map((_, at) => at < coldCount !== late.includes(at))
        const { history, all } = historyOf(
          readingsOf(rows.filter((_, at) => isCold[at])),
          readingsOf(rows.filter((_, at) => !isCold[at])),
        )
        const meter = meterFor(multiplier, limit === null ? null : limit * multiplier)
        const start = from + quietHours * hourMs + startMinute * 60_000
        const edges = [start, start + 24 * hourMs, start + 24 * hourMs + widthMinutes * 60_000]
        const begin = Math.floor(start / hourMs) * hourMs - 6 * hourMs
        const before = within(all, -Infinity, begin - 1, 1)
        const whole = concat([before, within(all, begin, Infinity)])
        const [thin, full] = [await readCounter(history, 1, 1, edges, meter), countAll(all, whole, edges, meter)]
        assert.deepEqual({ ...thin, setAside: [] }, { ...full, setAside: [] })
        // Movements within a rising hour change nothing and are not read.
        const unbooked = (counted: CountedSegments) => counted.setAside.filter(isUnbooked)
        assert.deepEqual(unbooked(thin), unbooked(full))
      },
    )
    await fc.assert(property, { numRuns, examples: quietHours === 0 ? [[overGap(from), null, 136, 1, 16, []]] : [] })
  })
}

test('reads no raw readings of a year without faults', async () => {
  const year = Array.from({ length: 365 * 96 }, (_, at): Row => [at * 900_000, at])
  const { history, rawCount } = historyOf(readingsOf(year), readingsOf([]))
  const edges = [31 * dayMs, 200 * dayMs, 360 * dayMs]
  const { amounts } = await readCounter(history, 1, 1, edges, meterFor(1, null))
  assert.equal(rawCount(), 0)
  assert.deepEqual(amounts, [decimalOf(169 * 96), decimalOf(160 * 96)])
})
