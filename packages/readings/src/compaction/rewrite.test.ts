import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { ByteWriter, DamagedChunk, decodeChunk, isCurrent, type Readings } from '@busbar/series'
import { decodeHours, hoursOf } from '@busbar/series/hours'
import {
  denseDay,
  encodeBlock2,
  readingsIn,
  readingsOfDay,
  seal,
  writeTimes,
  writeValues,
} from '@busbar/series/testing'
import * as fc from 'fast-check'
import { dayMs, dayText } from '../history/days/days.ts'
import { History } from '../history/history.ts'
import { Compactor } from './compactor.ts'
import { rewriteSome } from './rewrite.ts'
import { rewriteChunk } from './rewrite-chunk.ts'
import { addDevice, type TestDevice } from './testing/polls.ts'

const day0 = Date.UTC(2026, 0, 5)

const bits = ({ times, values }: Readings): string =>
  [times, values]
    .map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('hex'))
    .join(' ')

/** As version 1 wrote it. */
const encode1 = ({ times, values }: Readings): Uint8Array => {
  const to = new ByteWriter()
  to.varint(times.length)
  writeTimes(to, times)
  writeValues(to, values)
  return seal('readings', to.written())
}

const wave = (day: number, stepMs = 60_000): Readings => {
  const times = Float64Array.from({ length: dayMs / stepMs }, (_, at) => day + at * stepMs)
  return { times, values: times.map((_, at) => Math.round(2300 + 50 * Math.sin(at / 40)) / 10) }
}

describe('rewriteChunk', () => {
  test('keeps every reading to the bit, whichever version wrote it', () => {
    for (const encode of [encode1, encodeBlock2]) {
      const isKept = (readings: Readings, day: number): void => {
        const rewritten = rewriteChunk(encode(readings), day)
        assert.ok(isCurrent(rewritten.data))
        assert.equal(bits(decodeChunk(rewritten.data)), bits(readings))
        assert.deepEqual(decodeHours(rewritten.hours, day), hoursOf(readings, day))
      }
      fc.assert(
        fc.property(readingsOfDay(day0), (readings) => isKept(readings, day0)),
        { numRuns: 200 },
      )
      fc.assert(
        fc.property(denseDay, (shape) => isKept(readingsIn(shape), 0)),
        { numRuns: 15 },
      )
    }
  })

  test('refuses what is damaged, or of another day', () => {
    const data = encodeBlock2(wave(day0))
    assert.throws(() => rewriteChunk(data.with(30, 255 - (data[30] ?? 0)), day0), DamagedChunk)
    assert.throws(() => rewriteChunk(data, day0 + dayMs), DamagedChunk)
  })
})

describe('chunks of earlier versions', () => {
  let db: Database
  let device: TestDevice
  let history: History
  let compactor: Compactor
  const errors: Error[] = []
  const rewrite = async (data: Uint8Array, day: number) => rewriteChunk(data, day)
  const onError = (error: unknown): void => void errors.push(error as Error)

  before(async () => {
    db = await testDatabase()
    history = new History({ sql: db.sql })
  })
  after(() => history.stop())
  beforeEach(async () => {
    await db.sql`delete from org`
    await db.sql`truncate chunk_rewriting`
    device = await addDevice(db.sql, 2)
    errors.length = 0
    compactor = new Compactor({ sql: db.sql, clock: new VirtualClock(), now: () => new Date(day0), onError })
  })
  afterEach(() => compactor.stop())

  const store = async (day: number, data: Uint8Array): Promise<void> => {
    await db.sql`
      insert into chunk (org_id, param_id, day, count, min, max, hours, data)
      values (${device.orgId}, ${device.paramIds[0] ?? 0}, ${dayText(day)}, 1440, 1, 2, ''::bytea, ${data})`
  }

  const stored = () =>
    db.sql<{ day: string; data: Uint8Array; min: number }[]>`select day::text, data, min from chunk order by day`

  test('are rewritten with the same readings; a damaged one stays and is reported', async () => {
    const damaged = encodeBlock2(wave(day0 + 2 * dayMs)).with(40, 77)
    await store(day0, encode1(wave(day0)))
    await store(day0 + dayMs, encodeBlock2(wave(day0 + dayMs)))
    await store(day0 + 2 * dayMs, damaged)
    await store(day0 + 3 * dayMs, rewriteChunk(encodeBlock2(wave(day0 + 3 * dayMs)), day0 + 3 * dayMs).data)
    await compactor.runOnce(day0)
    const rows = await stored()
    assert.deepEqual(
      rows.map(({ data }) => data[0]),
      [3, 3, 2, 3],
    )
    assert.deepEqual([...(rows[2]?.data ?? [])], [...damaged])
    assert.ok(rows.every(({ min }) => min === 1))
    for (const day of [day0, day0 + dayMs, day0 + 3 * dayMs]) {
      const found = await history.raw(device.orgId, device.paramIds[0] ?? 0, day, day + dayMs - 1)
      assert.equal(bits(found), bits(wave(day)))
    }
    assert.deepEqual(
      errors.map(({ message }) => message),
      [`the chunk of parameter ${device.paramIds[0]}, 2026-01-07, is kept unchanged`],
    )
    assert.equal(compactor.status().rewritten, 2)
    await compactor.runOnce(day0)
    assert.equal(errors.length, 1, 'it is not looked at again')
  })

  test('take their turn, some with each transaction, and go on where they were left', async () => {
    for (let day = 0; day < 60; day += 1)
      await store(day0 + day * dayMs, encodeBlock2(wave(day0 + day * dayMs, 3_600_000)))
    const written: (number | null)[] = []
    for (let turn = 0; turn < 3; turn += 1) written.push(await rewriteSome({ sql: db.sql, rewrite, onError }))
    assert.deepEqual(written, [25, 25, 10])
    assert.equal(await rewriteSome({ sql: db.sql, rewrite, onError }), null)
    assert.ok((await stored()).every(({ data }) => isCurrent(data)))
  })

  test('are all as they were when a transaction is broken off, and are done the next time', async () => {
    for (let day = 0; day < 5; day += 1) await store(day0 + day * dayMs, encodeBlock2(wave(day0 + day * dayMs)))
    let turn = 0
    const breaking = async (data: Uint8Array, day: number) => {
      turn += 1
      if (turn === 3) throw new Error('the thread ended')
      return rewriteChunk(data, day)
    }
    await assert.rejects(rewriteSome({ sql: db.sql, rewrite: breaking, onError }), /the thread ended/)
    assert.ok((await stored()).every(({ data }) => data[0] === 2))
    assert.equal(await rewriteSome({ sql: db.sql, rewrite, onError }), 5)
    assert.ok((await stored()).every(({ data }) => isCurrent(data)))
    assert.deepEqual(errors, [])
  })
})
