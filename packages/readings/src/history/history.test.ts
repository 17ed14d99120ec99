import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Database, Sql } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import type { Readings } from '@busbar/series'
import * as fc from 'fast-check'
import { compactDevicePart } from '../compaction/compact.ts'
import {
  addDays,
  addDevice,
  addPolls,
  crashing,
  encodeHere,
  ignoreCrash,
  type TestDevice,
  type TestPoll,
} from '../compaction/testing/polls.ts'
import { dayMs, dayStart } from './days/days.ts'
import { History } from './history.ts'
import {
  day0,
  days,
  end,
  type HistoryOperation,
  op,
  type PollShape,
  paramCount,
  question,
} from './testing/history.arbitrary.ts'
import { NaiveHistory } from './testing/naive-history.ts'
import { dispersed, figures } from './testing/segments.ts'

/** Values so small that every digit is significant. */
const tiny = 1e-300

describe('History', () => {
  let db: Database
  before(async () => {
    db = await testDatabase()
    await addDays(db.sql, day0, days)
  })

  test('answers like a plain list, whatever was compacted, came late, crashed or was deleted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(op, { minLength: 1, maxLength: 9 }),
        fc.array(question, { minLength: 1, maxLength: 4 }),
        async (ops, questions) => {
          const device = await addDevice(db.sql, paramCount)
          const world = new HistoryUnderTest(db.sql, device)
          for (const one of ops) await world.apply(one)
          for (const one of questions) await world.ask(one)
          await world.askGaps()
          await world.askStream()
        },
      ),
      { numRuns: 60 },
    )
  })
})

type HistoryQuery = { from: number; till: number; points: number; newest: number }

class HistoryUnderTest {
  readonly #sql: Sql
  readonly #device: TestDevice
  readonly #history: History
  readonly #naive = new NaiveHistory()
  readonly #deleted = new Set<number>()
  /** Till when, by day. */
  readonly #compacted = new Map<number, number>()
  #isLate = false

  constructor(sql: Sql, device: TestDevice) {
    this.#sql = sql
    this.#device = device
    this.#history = new History({ sql })
  }

  async apply(step: HistoryOperation): Promise<void> {
    if (step.kind === 'polls') await this.#poll(step.polls)
    else if (step.kind === 'compact') await this.#compact(step)
    else if (step.kind === 'digits') await this.#digits(step.from, step.param)
    else {
      const id = this.#device.paramIds[step.param] ?? 0
      await this.#sql`delete from param where id = ${id}`
      this.#deleted.add(id)
    }
  }

  async ask({ from, till, points, newest }: HistoryQuery): Promise<void> {
    const { orgId } = this.#device
    const ids = this.#ids()
    for (const id of ids) {
      const all = this.#naive.raw(id, from, till)
      assert.deepEqual(pairs(await this.#history.raw(orgId, id, from, till)), all)
      assert.deepEqual(pairs(await this.#history.raw(orgId, id, from, till, newest)), all.slice(-newest))
      for (const stepMs of [900_000, 5_400_000]) {
        assert.deepEqual(
          await this.#history.means(orgId, id, stepMs, from, 20),
          this.#naive.means(id, stepMs, from, 20),
        )
      }
    }
    const firsts = ids.map((id) => this.#naive.segments(id, from, till, points).map(([first]) => first))
    const expected = Array.from({ length: points }, (_, at) => firsts.map((column) => column[at] ?? null))
    const found = await dispersed(this.#history, orgId, ids, from, till, points)
    assert.deepEqual(
      found.map((segment) => segment.firsts.map((first) => first && [first.on, first.value])),
      expected.filter((row) => row.some((first) => first !== null)),
    )
    await this.#askFigures({ from, till, points }, ids)
    assert.deepEqual(
      await this.#history.extremes(orgId, ids, from, till),
      ids.map((id) => this.#naive.extremes(id, from, till)),
    )
    const texted = [...ids, this.#device.textId]
    for (const on of [from, till]) {
      assert.deepEqual(
        await this.#history.onTime(orgId, texted, on),
        texted.map((id) => this.#naive.onTime(id, on)),
      )
    }
    for (const id of texted) {
      const times = this.#naive.times(id)
      assert.deepEqual(
        await this.#history.range(orgId, [id]),
        times.length === 0 ? null : { min: times[0], max: times.at(-1) },
      )
    }
  }

  /** The values are of every kind here, so of the mean is asked only whether it is near. */
  async #askFigures({ from, till, points }: Omit<HistoryQuery, 'newest'>, ids: readonly number[]): Promise<void> {
    const found = await figures(this.#history, this.#device.orgId, ids, from, till, points)
    const places = new Map(found.map((segment) => [segment.from, segment]))
    const gaps = await this.#history.gaps(this.#device.orgId, ids, from, till)
    for (const [column, id] of ids.entries()) {
      for (const [at, readings] of this.#naive.segments(id, from, till, points).entries()) {
        const known = places.get(from + ((till - from) * at) / points)?.params[column] ?? null
        const values = readings.map(([, value]) => value)
        if (known?.figure == null) assert.deepEqual(values, [])
        else {
          const { mean, ...rest } = known.figure
          const [min, max] = [Math.min(...values), Math.max(...values)]
          assert.deepEqual({ ...rest }, { count: values.length, first: values[0], min, max })
          const near = values.reduce((sum, value) => sum + value / values.length, 0)
          assert.ok(Math.abs((mean ?? 0) - near) <= 1e-12 * Math.max(Math.abs(min), Math.abs(max)) + tiny)
        }
        const isTouched = (gaps[column] ?? []).filter((gap) => overlaps(gap, { from, till, points }, at))
        assert.equal(known?.gaps ?? 0, isTouched.length)
      }
    }
  }

  async askGaps(): Promise<void> {
    const ids = [...this.#ids(), this.#device.textId]
    const found = await this.#history.gaps(this.#device.orgId, ids, day0, end)
    for (const [at, id] of ids.entries()) {
      const gaps = found[at] ?? []
      const isText = id === this.#device.textId
      if (!this.#isLate) assert.deepEqual(gaps, this.#naive.gaps(id, isText))
      const failures = this.#naive.failures(id, isText)
      assert.equal(
        gaps.reduce((sum, { polls }) => sum + polls, 0),
        failures.length,
      )
      for (const { on } of failures) assert.ok(gaps.some((gap) => gap.from <= on && on <= gap.till))
    }
  }

  async askStream(): Promise<void> {
    const ids = [...this.#ids(), this.#device.textId]
    const readings = ids.map((): [number, number][] => [])
    const texts = ids.map((): [number, string][] => [])
    let last = -Infinity
    for await (const { times, columns } of this.#history.stream(this.#device.orgId, ids, day0 + 1, end)) {
      for (const [row, on] of times.entries()) {
        assert.ok(on > last)
        last = on
        for (const [at, column] of columns.entries()) {
          const number = column.values[row] ?? Number.NaN
          const text = column.texts.get(on)
          if (!Number.isNaN(number)) readings[at]?.push([on, number])
          if (text !== undefined) texts[at]?.push([on, text])
        }
      }
    }
    assert.deepEqual(
      readings,
      ids.map((id) => this.#naive.raw(id, day0 + 1, end)),
    )
    const textsOf = (id: number) =>
      this.#naive.texts.filter(({ paramId, on }) => paramId === id && on > day0).toSorted((a, b) => a.on - b.on)
    assert.deepEqual(
      texts,
      ids.map((id) => textsOf(id).map(({ on, text }) => [on, text])),
    )
  }

  async #poll(shapes: readonly PollShape[]): Promise<void> {
    const polls: TestPoll[] = []
    const taken = new Set(this.#naive.polls.map(({ on }) => on))
    for (const { on, asked, values, isSilent, reason } of shapes) {
      if (taken.has(on)) continue
      taken.add(on)
      if (on < (this.#compacted.get(dayStart(on)) ?? 0)) this.#isLate = true
      const places = this.#device.paramIds.map((_, at) => at).filter((at) => asked[at])
      const isRead = (at: number): boolean => !isSilent && (values[at] ?? null) !== null
      const failed = places.filter((at) => !isRead(at)).map((at) => [String(this.#device.paramIds[at]), reason])
      const some = failed.length > 0 ? Object.fromEntries(failed) : null
      polls.push({
        on,
        paramIds: places.map((at) => this.#device.paramIds[at] ?? 0),
        values: places.map((at) => (isRead(at) ? (values[at] ?? null) : null)),
        errors: isSilent ? { '': reason } : some,
      })
    }
    await addPolls(this.#sql, this.#device, polls)
    this.#naive.add(polls)
    for (const { on, errors } of polls) if (errors?.[''] === undefined) await this.#text(this.#device.textId, on)
  }

  /** A crash at any statement leaves everything as it was. */
  async #compact({ day: at, minutes, crashAt }: Extract<HistoryOperation, { kind: 'compact' }>): Promise<void> {
    const { orgId, deviceId } = this.#device
    const day = day0 + at * dayMs
    const till = day + minutes * 60_000
    const key = { orgId, deviceId, day, till }
    if (crashAt === null) {
      await compactDevicePart(this.#sql, encodeHere(), key)
      const [left] = await this.#sql`
        select from poll where org_id = ${orgId} and device_id = ${deviceId}
          and read_on >= ${new Date(day)} and read_on < ${new Date(till)}`
      assert.equal(left, undefined)
    } else await compactDevicePart(crashing(this.#sql, crashAt), encodeHere(), key).catch(ignoreCrash)
    this.#compacted.set(day, Math.max(till, this.#compacted.get(day) ?? 0))
  }

  /** The digits of the parameter's first reading from a time on. */
  async #digits(from: number, param: number): Promise<void> {
    const paramId = this.#device.paramIds[param] ?? 0
    const on = this.#naive.raw(paramId, from, end)[0]?.[0]
    const isThere = this.#naive.texts.some((text) => text.paramId === paramId && text.on === on)
    if (on !== undefined && !isThere && !this.#deleted.has(paramId)) await this.#text(paramId, on)
  }

  async #text(paramId: number, on: number): Promise<void> {
    const text = `${on}.${paramId}`
    await this.#sql`
      insert into exact (org_id, param_id, read_on, text) values (${this.#device.orgId}, ${paramId}, ${new Date(on)}, ${text})`
    this.#naive.texts.push({ on, paramId, text })
  }

  #ids(): number[] {
    return this.#device.paramIds.filter((id) => !this.#deleted.has(id))
  }
}

/** Returns whether a segment contains a whole millisecond between the first and last failure of a run. */
const overlaps = (
  gap: { from: number; till: number },
  { from, till, points }: Omit<HistoryQuery, 'newest'>,
  at: number,
) => {
  const place = (on: number): number =>
    from === till ? 0 : Math.min(points - 1, Math.floor(((on - from) * points) / (till - from)))
  if (gap.from > till || gap.till < from) return false
  return place(Math.max(from, gap.from)) <= at && at <= place(Math.min(till, gap.till))
}

const pairs = ({ times, values }: Readings): [number, number][] =>
  Array.from(times, (on, at) => [on, values[at] ?? Number.NaN])
