import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { DamagedChunk, encodeChunk, type Readings } from '@busbar/series'
import { type DecodeJob, decode } from './history/decode.ts'
import { Thread } from './thread.ts'

const readings: Readings = { times: Float64Array.from([1000, 2000, 3500]), values: Float64Array.from([1.5, -2, 1e300]) }
const packed = (bytes: Uint8Array): Uint8Array => Uint8Array.of(...new Uint8Array(11), bytes.length, ...bytes)
const job = (bytes = encodeChunk(readings, 0).data): DecodeJob => ({ kind: 'readings', packed: packed(bytes) })

describe('Thread', () => {
  const thread = new Thread<DecodeJob, Readings>(new URL('./history/decode-worker.ts', import.meta.url))
  after(() => thread.stop())

  test('gives what the same work gives here', async () => {
    assert.deepEqual(await thread.run(job()), decode(job()))
  })

  test('an error keeps its class, and later jobs still run', async () => {
    const [bad, good] = await Promise.allSettled([thread.run(job(new Uint8Array(9))), thread.run(job())])
    assert.ok(bad.status === 'rejected' && bad.reason instanceof DamagedChunk)
    assert.equal(good.status, 'fulfilled')
  })

  test('a stop fails waiting jobs; the next job starts the thread again', async () => {
    const waiting = assert.rejects(thread.run(job()), /was stopped/)
    await thread.stop()
    await waiting
    assert.deepEqual(await thread.run(job()), readings)
  })

  test('the queue has an end', async () => {
    const jobs = Array.from({ length: 300 }, () => thread.run(job()))
    const outcomes = await Promise.allSettled(jobs)
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 300 - 256)
  })
})
