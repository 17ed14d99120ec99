import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Sql } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { runs } from '@busbar/kit/testing'
import * as fc from 'fast-check'
import { loadChunks } from '../compaction/load.ts'
import { addDays, addDevice, addPolls, type TestDevice } from '../compaction/testing/polls.ts'
import { dayMs } from './days/days.ts'
import { History } from './history.ts'
import { bordersOf } from './segments.rules.ts'
import { figureOf, segmentsOf } from './testing/naive-history.ts'
import { dispersed, figures } from './testing/segments.ts'

const hourMs = 3_600_000
/** In Warsaw the clocks are turned in the night after this day. */
const day0 = Date.UTC(2026, 2, 28)
const days = 3
const end = day0 + days * dayMs

/** Stored readings of a parameter: an irregular schedule, readings of earlier years, and late ones. */
const past = fc.record({
  periodMs: fc.constantFrom(7000, 10_000, 61_000, 400_000, 3_000_000, 9_000_000),
  jitterMs: fc.constantFrom(0, 100, 3000),
  holes: fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: days * 24 * 60 }),
      minutes: fc.constantFrom(1, 30, 60, 180, 200, 700, 1440),
    }),
    { maxLength: 5 },
  ),
  old: fc.array(fc.integer({ min: 1, max: 4 * 365 * 24 * 60 }), { maxLength: 40 }),
  /** From so many minutes of the last day on nothing is compacted. */
  hotFromMin: fc.constantFrom(0, 360, 720, 1200, 1440),
  late: fc.array(fc.record({ at: fc.nat(), isSameTime: fc.boolean() }), { maxLength: 6 }),
  seed: fc.nat({ max: 1000 }),
})
type PastReadings = typeof past extends fc.Arbitrary<infer T> ? T : never

const local = (text: string): number => Date.parse(`${text}+01:00`)
const edge = fc.oneof(
  fc.integer({ min: day0 - hourMs, max: end + hourMs }),
  fc.nat({ max: days * 24 }).map((hour) => day0 + hour * hourMs),
  fc.nat({ max: days * 8 }).chain((block) => fc.constantFrom(-1, 0, 1).map((off) => day0 + block * 3 * hourMs + off)),
  fc.constantFrom(local('2026-03-29T00:00'), local('2026-03-29T23:00'), local('2022-01-01T00:00'), end),
  fc.integer({ min: 0, max: 4 * 365 }).map((back) => day0 - back * dayMs),
)
const span = fc.oneof(
  fc.tuple(edge, edge),
  fc
    .tuple(edge, fc.constantFrom(0, 59, 60_000, hourMs, 5 * hourMs, dayMs, 2 * dayMs))
    .map(([from, ms]) => [from, from + ms]),
  // Segments of whole hours.
  fc
    .tuple(fc.nat({ max: 20 }), fc.nat({ max: 52 }))
    .map(([from, hours]) => [day0 + from * hourMs, day0 + (from + hours) * hourMs]),
)
const question = fc.record({
  span: span.map(([a = 0, b = 0]) => [Math.min(a, b), Math.max(a, b)] as const),
  points: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(1, 7, 24, 52, 999, 1000)),
})

describe('segments of any length', () => {
  let sql: Sql
  let history: History
  before(async () => {
    ;({ sql } = await testDatabase())
    await addDays(sql, day0, days)
    history = new History({ sql })
  })
  after(() => history.stop())

  test('each has its very first reading, and its least, mean and greatest, as a plain list says', async () => {
    await fc.assert(
      fc.asyncProperty(past, fc.array(question, { minLength: 6, maxLength: 10 }), async (one, questions) => {
        const device = await addDevice(sql, 1)
        const readings = await store(sql, device, one)
        for (const { span: asked, points } of questions) await check(history, device, readings, ...asked, points)
      }),
      { numRuns: runs(15) },
    )
  })

  test('borders are where the contract has them, to the millisecond', () => {
    fc.assert(
      fc.property(question, ({ span: [from, till], points }) => {
        const borders = bordersOf({ from, till, points })
        const near = [...borders].flatMap((border) => [border - 1, border]).filter((on) => on >= from && on <= till)
        const expected = segmentsOf(
          near.map((on): [number, number] => [on, 0]),
          from,
          till,
          points,
        )
        expected.forEach((part, segment) => {
          for (const [on] of part) assert.ok(on >= (borders[segment] ?? 0) && on < (borders[segment + 1] ?? 0))
        })
        assert.deepEqual([borders[0], borders.at(-1)], [from, till + 1])
      }),
    )
  })
})

/** Stores it, and gives all readings by time. Of two for one time the one that is cold already counts. */
const store = async (sql: Sql, device: TestDevice, one: PastReadings): Promise<[number, number][]> => {
  const [paramId = 0] = device.paramIds
  const valueOf = (on: number): number => (((on / 100) * 7919 + one.seed) % 20_011) / 100 - 100
  const isHole = (on: number): boolean =>
    one.holes.some(({ from, minutes }) => on >= day0 + from * 60_000 && on < day0 + (from + minutes) * 60_000)
  const times = new Set(one.old.map((minutes) => day0 - minutes * 60_000))
  for (let on = day0; on < end; on += one.periodMs) {
    const time = on + (one.jitterMs === 0 ? 0 : Math.floor((((on / 1000) * 31) % one.jitterMs) / 100) * 100)
    if (!isHole(time) && time < end) times.add(time)
  }
  const all = [...times].toSorted((a, b) => a - b)
  // A row for each poll takes long: of a dense schedule the last are hot.
  const hotFrom = Math.max(end - dayMs + one.hotFromMin * 60_000, all[all.length - 60] ?? 0)
  const cold = all.filter((on) => on < hotFrom)
  const hot = new Map(all.filter((on) => on >= hotFrom).map((on) => [on, valueOf(on)]))
  for (const { at, isSameTime } of one.late) {
    const beside = cold[at % Math.max(1, cold.length)]
    if (beside !== undefined && beside >= day0) hot.set(beside + (isSameTime ? 0 : 100), 150.25)
  }
  await loadChunks(sql, device.orgId, paramId, {
    times: Float64Array.from(cold),
    values: Float64Array.from(cold, valueOf),
  })
  const polls = [...hot].map(([on, value]) => ({ on, paramIds: [paramId], values: [value], errors: null }))
  await addPolls(
    sql,
    device,
    polls.filter(({ on }) => on < end),
  )
  const readings = new Map([...hot].filter(([on]) => on < end))
  for (const on of cold) readings.set(on, valueOf(on))
  return [...readings].toSorted(([a], [b]) => a - b)
}

const check = async (
  history: History,
  { orgId, paramIds }: TestDevice,
  readings: readonly [number, number][],
  from: number,
  till: number,
  points: number,
): Promise<void> => {
  const parts = segmentsOf(readings, from, till, points).filter((part) => part.length > 0)
  const firsts = await dispersed(history, orgId, paramIds, from, till, points)
  assert.deepEqual(
    firsts.map(({ firsts: [first] }) => first && [first.on, first.value]),
    parts.map(([first]) => first),
  )
  const found = await figures(history, orgId, paramIds, from, till, points)
  const expected = parts.map((part) => figureOf(part))
  assert.equal(found.length, expected.length)
  for (const [at, { params }] of found.entries()) {
    const { mean = 0, ...rest } = params[0]?.figure ?? {}
    const { mean: right, ...others } = expected[at] ?? { mean: 0 }
    assert.deepEqual(rest, others)
    const nearEnough = 1e-12 * Math.max(1, Math.abs(right ?? 0))
    assert.ok(Math.abs((mean ?? Infinity) - (right ?? 0)) <= nearEnough, `${mean} is not ${right}`)
  }
}
