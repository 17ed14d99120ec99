import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { runs } from '@busbar/kit/testing'
import * as fc from 'fast-check'
import { makeDevice, pollOf } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { EnergyKeeper } from '../stored/energy-keeper.ts'
import { counterLife } from '../testing/counter.arbitrary.ts'
import type { Row } from '../testing/ledger.ts'
import { recordMarked } from './testing/record-polls.ts'
import { type ModelParam, modelEdges, modelSegments } from './testing/tree-model.ts'
import { treeById } from './trees.sql.ts'

const hour = 3_600_000
/** Between the nights on which clocks are set in Europe, America and Australia. */
const start = Date.UTC(2026, 9, 3, 5)

/** Times are recorded in tenths of a second, and no two are the same. */
const inTenths = (rows: readonly Row[]): Row[] => [
  ...new Map(rows.map(([on, value]) => [Math.floor(on / 100) * 100, value] as const)),
]

const powerLife = (from: number): fc.Arbitrary<Row[]> =>
  fc
    .array(
      fc.record({
        ms: fc.oneof({ weight: 20, arbitrary: fc.nat(1_500_000) }, { weight: 2, arbitrary: fc.nat(40 * hour) }),
        value: fc.oneof(
          fc.nat(5000).map((tenths) => tenths / 10),
          fc.integer({ min: -100_000, max: 100_000 }).map((sevenths) => sevenths / 7),
        ),
      }),
      { maxLength: 120 },
    )
    .map((steps) => {
      let on = from
      return steps.map(({ ms, value }): Row => {
        on += ms + 100
        return [on, value]
      })
    })

const from = fc.nat(25 * 24).map((hours) => start + hours * hour)
const lives = {
  counters: fc.array(
    from.chain((on) => counterLife(on, 150)),
    { minLength: 1, maxLength: 2 },
  ),
  powers: fc.array(from.chain(powerLife), { minLength: 1, maxLength: 2 }),
}
type Edit = { kind: 'move-branch' | 'move-sensor' | 'delete-sensor' | 'new-sensor' | 'duplicate'; a: number; b: number }
const edits: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('move-branch', 'move-sensor', 'delete-sensor', 'new-sensor', 'duplicate'),
  a: fc.nat(100),
  b: fc.nat(100),
})

/** Time zones with whole and partial hours, with and without summer time, one with a shift of half an hour. */
const zones = ['UTC', 'Europe/Kyiv', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']

let api: TestApi
let keeper: EnergyKeeper

describe('a tree and its ledger', () => {
  shareApi((started) => {
    api = started
    const { db, history, now } = api.service
    keeper = new EnergyKeeper({ db, history, now, clock: api.clock, log: { error: () => assert.fail() } })
  })

  const post = async (path: string, body: unknown) =>
    (await api.call('manager', 'POST', path, body)).body as { id: string }
  const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(all.length, 1)]

  test('counters with resets and gaps, power, late readings, edits: the figures are those of all readings', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          ...lives,
          periodSec: fc.constantFrom(60, 600, 3600),
          timeZone: fc.constantFrom(...zones),
          cadence: fc.constantFrom('quarter-hour', 'half-hour', 'hour', 'day', 'week', 'month', 'year'),
          /** In which of three batches a reading is recorded: the first is before there is a tree. */
          batches: fc.infiniteStream(fc.nat(2)),
          edits: fc.array(edits, { maxLength: 6 }),
          multipliers: fc.infiniteStream(fc.constantFrom(1, 0.001, 2.5, -1)),
        }),
        async ({ counters, powers, periodSec, timeZone, cadence, batches, edits: wanted, multipliers }) => {
          const { orgId, service } = api
          const { sql } = service.db
          const params = new Map<number, ModelParam>()
          const polls: ReturnType<typeof pollOf>[][] = [[], [], []]
          const kinds = [
            ...counters.map(({ rows, multiplier }) => ({ rows, multiplier, kind: 'energy' as const })),
            ...powers.map((rows) => ({ rows, multiplier: 1, kind: 'power' as const })),
          ]
          for (const { rows: life, multiplier, kind } of kinds) {
            const device = await makeDevice(api, orgId, randomUUID(), [
              { valueType: kind === 'energy' ? 'u16' : 'f64' },
            ])
            const paramId = device.params[0]?.id ?? 0
            await sql`update param set multiplier = ${multiplier} where id = ${paramId}`
            await sql`update device set update_period_sec = ${periodSec} where id = ${device.deviceId}`
            const rows = inTenths(life)
            const holdMs = Math.max(900_000, 3000 * periodSec)
            const allOnes = Number((65_535 * multiplier).toFixed(3))
            const periodMs = 1000 * periodSec
            params.set(paramId, { rows, kind, width: 65_536 * multiplier, allOnes, holdMs, periodMs })
            for (const [on, value] of rows) {
              polls[batches.next().value ?? 0]?.push(pollOf(device, device.params, on, { [paramId]: value }))
            }
          }
          const record = (at: number) => recordMarked(service.db, keeper, service.now, polls[at] ?? [])
          await record(0)

          const { id: treeId } = await post('/sense/hierarchy/tree/create/', { orgId, name: 'T', timeZone })
          const tree = `/sense/hierarchy/tree/${treeId}`
          const { id: top } = await post(`${tree}/branch/create/`, { name: 'Top' })
          const { id: below } = await post(`${tree}/branch/create/`, { name: 'Below', parentBranchId: top })
          const newSensor = async (paramId: number, branchId: string, isMain: boolean): Promise<void> => {
            const { kind } = params.get(paramId) ?? { kind: 'energy' }
            const multiplier = multipliers.next().value ?? 1
            await post(`${tree}/sensor/create/`, { name: 'S', branchId, paramId, kind, multiplier, isMain })
          }
          for (const [at, id] of [...params.keys()].entries()) await newSensor(id, at === 0 ? top : below, at < 2)
          await record(1)
          await keeper.recomputeDays()

          const all = [treeId]
          for (const { kind, a, b } of wanted) {
            const { branches = [], sensors = [] } = (await treeById(sql, orgId, treeId)) ?? {}
            const [branch, other, sensor] = [pick(branches, a), pick(branches, b), pick(sensors, a)]
            if (kind === 'move-branch') {
              await post(`${tree}/branch/${branch?.id}/move/`, { parentBranchId: b % 3 === 0 ? null : other?.id })
            } else if (kind === 'move-sensor') {
              await post(`${tree}/sensor/${sensor?.id}/move/`, { branchId: other?.id, isMain: b % 2 === 0 })
            } else if (kind === 'delete-sensor') {
              await post(`${tree}/sensor/${sensor?.id}/delete/`, null)
            } else if (kind === 'new-sensor') {
              await newSensor(pick([...params.keys()], a) ?? 0, other?.id ?? '', false)
            } else {
              all.push((await post(`${tree}/duplicate/`, null)).id)
            }
          }
          await record(2)
          await keeper.recomputeDays()

          const times = [...params.values()].flatMap(({ rows }) => rows.map(([on]) => on))
          const begin = Math.min(...times, start + 50 * 24 * hour)
          const till = Math.min(
            Math.max(...times, begin) + 1,
            begin + (cadence.endsWith('hour') ? 10 : 1000) * 24 * hour,
          )
          const now = service.now().getTime()
          const edges = modelEdges(timeZone, cadence, begin, till).slice(-1001)
          const query = `from=${new Date(begin).toISOString()}&till=${new Date(till).toISOString()}`
          for (const id of all) {
            const { branches = [], sensors = [] } = (await treeById(sql, orgId, id)) ?? {}
            for (const branch of branches) {
              const path = `/sense/aggregation/branch/${branch.id}/segmentation/${cadence}/history/?${query}`
              const { status, body } = await api.call('viewer', 'GET', path)
              assert.equal(status, 200)
              const model = modelSegments(branch.id, branches, sensors, params, edges, now)
              const expected = model.map((segment, at) => ({
                from: new Date(edges[at] ?? 0).toISOString(),
                till: new Date(edges[at + 1] ?? 0).toISOString(),
                ...segment,
              }))
              const { segments } = body as { segments: Record<string, unknown>[] }
              assert.deepEqual(
                segments.map((one) => ({ ...one, coverage: undefined, unmetered: undefined })),
                expected.map((one) => ({ ...one, coverage: undefined, unmetered: undefined })),
              )
              assert.ok(segments.every(({ coverage, isComplete }) => !isComplete || coverage === 1))
            }
            await post(`/sense/hierarchy/tree/${id}/delete/`, null)
          }
        },
      ),
      { numRuns: runs(15) },
    )
  })
})
