import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '@busbar/database'
import { Pool, queriesBy } from '@busbar/database/testing'
import { History, loadChunks } from '@busbar/readings'
import { compactDevicePart, encodeHere } from '@busbar/readings/testing'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import { startApi } from '../../testing/api.ts'
import { type ConnectedDevice, connectedDevices } from '../directory.sql.ts'
import { type Series, withGaps } from '../prometheus/series.ts'
import { labelsOf } from './batch.rules.ts'
import { type MissedSeries, type MissedSpan, missedStretches } from './missed-series.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const stretchMs = 30 * minuteMs
const begin = Date.UTC(2026, 10, 10)
const till = begin + 2 * dayMs
const paramsPerDevice = 126

/** The same, read parameter by parameter. */
const naively = async (history: History, orgId: number, spans: readonly MissedSpan[]): Promise<MissedSeries[][]> => {
  const all: MissedSeries[] = []
  for (const { device, from, till: last } of spans) {
    for (const param of device.params.values()) {
      const [gaps = []] = await history.gaps(orgId, [param.id], from, last)
      const samples = withGaps(await history.raw(orgId, param.id, from, last), gaps, from, last)
      all.push({ deviceId: device.id, labels: labelsOf(device, param, {}), ...samples })
    }
  }
  const stretches = Array.from(
    { length: Math.floor((till - begin) / stretchMs) + 1 },
    (_, index) => begin + index * stretchMs,
  )
  return stretches.map((from) =>
    all.flatMap((series) => {
      const isWanted = (_: number, index: number): boolean =>
        (series.times[index] ?? 0) >= from && (series.times[index] ?? 0) < from + stretchMs
      const times = series.times.filter(isWanted)
      return times.length === 0 ? [] : [{ ...series, times, values: series.values.filter(isWanted) }]
    }),
  )
}

const shown = ({ labels, times, values }: Series): unknown => [
  labels['device'],
  labels['param'],
  [...times],
  [...values],
]

describe('missed polls', () => {
  test('is read by a few queries, and is the same and in the same order as parameter by parameter', async (t) => {
    const api = await startApi(t)
    const { orgId } = api
    const { db } = api.service
    const types = Array.from({ length: paramsPerDevice }, () => ({ valueType: 'u16' as const }))
    const devices = [await makeDevice(api, orgId, 'a', types), await makeDevice(api, orgId, 'b', types)]
    for (const { deviceId, params } of devices) {
      const read = Object.fromEntries(params.map(({ id }, index) => [id, index]))
      const { [params[3]?.id ?? 0]: _missing, ...partly } = read
      const polls = Array.from({ length: 72 }, (_, index) => {
        const isFailed = index % 20 > 15
        const values = isFailed ? 'Timeout' : index % 7 < 3 ? partly : read
        return pollOf({ orgId, deviceId }, params, begin + dayMs + index * 20 * minuteMs, values)
      })
      await recordPolls(api, polls)
    }
    const [first, second] = devices
    assert.ok(first && second)
    const times = Float64Array.from({ length: 200 }, (_, index) => begin + index * 5 * minuteMs)
    for (const { id } of first.params.slice(0, 40))
      await loadChunks(db.sql, orgId, id, { times, values: times.map((time) => time % 1000) })
    // In the middle of a run of failures, which is then partly cold and partly hot.
    const compacted = begin + dayMs + 18 * 20 * minuteMs
    await compactDevicePart(db.sql, encodeHere(), {
      orgId,
      deviceId: first.deviceId,
      day: begin + dayMs,
      till: compacted,
    })
    await db.sql`
      insert into lost_polls (org_id, device_id, from_on, till_on, polls, reason, noted_on)
      values (${orgId}, ${second.deviceId}, ${new Date(begin + dayMs - 50 * minuteMs)}, ${new Date(begin + dayMs - minuteMs)}, 3, 'ServiceStopped',
        ${new Date(begin)})`

    const pool = new Pool({ ...db.sql.options, max: 2 })
    let queries = 0
    const counting = queriesBy((statement) => {
      queries += 1
      return pool.run(statement)
    }) as unknown as Sql
    const [plain, counted] = [new History({ sql: db.sql }), new History({ sql: counting })]
    t.after(() => Promise.all([plain.stop(), counted.stop(), pool.end(0)]))
    const connected = await connectedDevices(db.sql, orgId)
    const deviceOf = (id: number): ConnectedDevice => connected.get(id) ?? assert.fail()
    const spans: MissedSpan[] = [
      { device: deviceOf(first.deviceId), from: begin, till: till - 3 * 60 * minuteMs },
      { device: deviceOf(second.deviceId), from: begin + 10 * 60 * minuteMs + 7, till },
    ]
    const expected = (await naively(plain, orgId, spans)).map((stretch) => stretch.map(shown))
    const found: unknown[] = []
    for await (const stretch of missedStretches({ history: counted, orgId, labels: {} }, spans, begin, till)) {
      const series: unknown[] = []
      for await (const one of stretch) series.push(shown(one))
      found.push(series)
    }
    assert.deepEqual(found, expected)
    // Reading them separately would take two queries for each of 252 parameters and 97 stretches.
    assert.ok(queries <= 48, `${queries} queries`)
  })
})
