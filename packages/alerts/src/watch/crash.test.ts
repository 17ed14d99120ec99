import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Database, openSql } from '@busbar/database'
import { testDatabase, wrap } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { runs } from '@busbar/kit/testing'
import { type Fault, faulty, orgId } from '@busbar/readings/testing'
import * as fc from 'fast-check'
import { AlertBench, addAlert, beganOn, clean, pollOf, storedOf, type TestAlert } from './testing/watch.ts'

const minuteMs = 60_000

const alerts: readonly TestAlert[] = [
  {
    id: 1,
    conditions: [{ paramId: 101, kind: 'g', value: 10 }],
    actions: [
      { stage: 'active', timeoutMinutes: 0 },
      { stage: 'active', timeoutMinutes: 3 },
      { stage: 'not-confirmed', timeoutMinutes: 1 },
      { stage: 'confirmed', timeoutMinutes: 0 },
      { stage: 'resolved', timeoutMinutes: 1 },
    ],
  },
  {
    id: 2,
    logic: 'all',
    conditions: [
      { paramId: 101, kind: 'g', value: 10 },
      { paramId: 102, kind: 'g', value: 5 },
    ],
  },
  {
    id: 3,
    logAs: 'none',
    conditions: [{ paramId: 101, kind: 'g', value: 10 }],
    actions: [{ stage: 'active', timeoutMinutes: 0 }],
  },
  { id: 4, conditions: [{ paramId: 101, kind: 'reading-error', value: 0 }] },
  { id: 5, conditions: [{ paramId: 102, kind: 'change-over', value: 50, holdSec: 300 }] },
  {
    id: 6,
    // Two minutes without a value are in order, also with all the time that passes while a failure is rested from.
    conditions: [{ paramId: 101, kind: 'no-data', value: 140 }],
    actions: [{ stage: 'active', timeoutMinutes: 0 }],
  },
]

type ScenarioStep = { at: number; values?: readonly (number | null)[] | string; confirm?: number }

const scenes: readonly ScenarioStep[] = [
  { at: 1, values: [5, 1] },
  { at: 2, values: [11, 1] },
  { at: 3, values: [12, 9] },
  { at: 4, values: 'Timeout' },
  { at: 5, values: [12, 60] },
  { at: 5.5, confirm: 1 },
  { at: 6, values: [9, 0] },
  { at: 7, values: [30, 0] },
  { at: 7.8, values: [1, 1] },
  { at: 10.5 },
  { at: 12, values: [1, 1] },
  { at: 13, values: [20, 1] },
  { at: 14 },
  { at: 16 },
  { at: 18 },
  { at: 20 },
]

/** The service as it was before a fault, and a new one where the fault was the end of it. */
class CrashingService {
  readonly #db: Database
  readonly #faultAt: number
  readonly #fault: Fault | null
  readonly #isDeadly: boolean
  readonly #clock = new VirtualClock()
  rig: AlertBench
  transactions = 0

  constructor(db: Database, faultAt: number, fault: Fault | null, isDeadly: boolean) {
    this.#db = db
    this.#faultAt = faultAt
    this.#fault = fault
    this.#isDeadly = isDeadly
    this.rig = this.#newRig()
  }

  #newRig(): AlertBench {
    const life = { isDead: false }
    const sql = this.#db.sql
    const rig = new AlertBench(
      {
        sql,
        tx: (work) => {
          if (life.isDead) throw Object.assign(new Error('The service is no more'), { code: 'CONNECTION_CLOSED' })
          const isFaulty = this.transactions++ === this.#faultAt
          life.isDead = isFaulty && this.#isDeadly
          return faulty(this.#db, [isFaulty ? this.#fault : null]).tx(work)
        },
      },
      this.#clock,
    )
    rig.isDead = () => life.isDead
    return rig
  }

  async start(): Promise<void> {
    while (
      !(await this.rig.start().then(
        () => !this.rig.isDead(),
        () => false,
      ))
    ) {
      await this.rig.stop()
      this.rig = this.#newRig()
    }
  }

  /** Does it, in another life if need be. */
  async play(scene: ScenarioStep): Promise<void> {
    while (!(await this.#try(scene))) {
      if (!this.rig.isDead()) continue
      await this.rig.stop()
      this.rig = this.#newRig()
      await this.start()
    }
  }

  async #try(scene: ScenarioStep): Promise<boolean> {
    await this.rig.till(scene.at * minuteMs)
    if (this.rig.isDead()) return false
    if (scene.confirm !== undefined) {
      const request = { orgId, alertId: scene.confirm, from: 'Ann', comment: null }
      const answer = await this.rig.watch.confirm(request).catch(() => null)
      return answer !== null && !this.rig.isDead()
    }
    if (scene.values === undefined) return true
    const poll = pollOf(1, scene.at * minuteMs, scene.values)
    const isThere = await this.#db.sql`select from poll where read_on = ${new Date(poll.readOn)}`
    if (isThere.length === 0) await this.rig.record(poll)
    return !this.rig.isDead()
  }
}

describe('whatever happens to the database or the service', () => {
  let db: Database
  before(async () => {
    const { sql } = await testDatabase()
    // Connections end here for no other reason than ours.
    db = wrap(openSql({ ...sql.options, idleMs: null }), new Promise(() => {}))
  })
  after(() => db.sql.end(0))

  const run = async (faultAt: number, fault: Fault | null, isDeadly: boolean) => {
    await clean(db.sql, [1])
    for (const alert of alerts) await addAlert(db.sql, alert)
    const lives = new CrashingService(db, faultAt, fault, isDeadly)
    await lives.start()
    for (const scene of scenes) await lives.play(scene)
    await lives.rig.stop()
    return { stored: comparable(await storedOf(db.sql), isDeadly), transactions: lives.transactions }
  }

  test('alerts are as in a run without faults: none is lost, and none is doubled', async () => {
    const whole = { true: await run(-1, null, true), false: await run(-1, null, false) }
    const { records, messages } = whole.false.stored
    assert.deepEqual([records.length, messages.length], [8, 17])
    const fault = fc.oneof(
      fc.constant<Fault>('refused'),
      fc.constant<Fault>('unheard'),
      fc.record({ cutBefore: fc.nat(10) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.false.transactions), fault, fc.boolean(), async (at, how, isDeadly) => {
        const { stored } = await run(at, how, isDeadly)
        assert.deepEqual(stored, whole[`${isDeadly}`].stored)
      }),
      { numRuns: runs(30) },
    )
  })
})

type Rows = readonly Readonly<Record<string, unknown>>[]

/** To the half minute: while something is tried again, a little time passes. */
const rounded = (rows: Rows): Rows =>
  JSON.parse(
    JSON.stringify(rows, (_, value: unknown) => {
      const ms = typeof value === 'string' && value.endsWith('Z') ? Date.parse(value) : value
      return typeof ms === 'number' && ms > beganOn ? Math.round(ms / 30_000) : value
    }),
  ) as Rows

/** After a start nothing is called silent before there was time for a poll: then those times are others. */
const comparable = ({ records, details, messages }: Awaited<ReturnType<typeof storedOf>>, isDeadly: boolean) => {
  const strip = (rows: Rows): Rows =>
    rounded(rows).map((row) => {
      if (!isDeadly || row['alert_id'] !== 6) return row
      return { alert_id: 6, episode: row['episode'], item: row['item'], state: row['state'], how: row['how'] }
    })
  return { records: strip(records), details: strip(details), messages: strip(messages) }
}
