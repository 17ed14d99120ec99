import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@busbar/database'
import { DatabaseProxy } from './database-proxy.ts'
import { PolledCloud } from './polled-cloud.ts'
import { isLong } from './rounds.ts'

const outageMs = isLong ? 1_800_000 : 120_000
const warmMs = isLong ? 60_000 : 30_000
const devices = 60
const megabyte = 1e6
const bufferMb = 64
const spareMb = 20
const sampleMs = 5_000

test(`the database is away for ${outageMs / 60_000} minutes while ${devices} devices are polled every second`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-outage-'))
  const db = await openDatabase({ dataFolder: folder })
  const [{ host, port } = { host: '', port: 0 }] = db.sql.options.servers
  const wire = new DatabaseProxy({ path: `${host}/.s.PGSQL.${port}` })
  const at = await wire.start()
  t.after(async () => {
    wire.stop()
    await db.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  const url = `postgres://${db.sql.options.user}@127.0.0.1:${at}/${db.sql.options.database}`
  const cloud = new PolledCloud({ devices, flags: { db: url, 'outage-buffer': String(bufferMb) } })
  t.after(() => cloud.close())
  await cloud.open()
  await cloud.listen(devices * 3)
  await sleep(warmMs)
  const memory = async (): Promise<number> => (await cloud.metrics()).get('process_resident_memory_bytes') ?? Number.NaN
  const before = await memory()
  wire.cut()
  let worst = 0
  for (const till = performance.now() + outageMs; performance.now() < till; await sleep(sampleMs)) {
    worst = Math.max(worst, (await memory()) - before)
  }
  const queued = (await cloud.metrics()).get('busbar_recorder_queued_bytes') ?? 0
  wire.isCut = false
  const backAt = performance.now()
  await cloud.listen(1)
  const backMs = performance.now() - backAt
  await cloud.listen(devices * 3)
  const found = await cloud.check()
  const lost = (await cloud.metrics()).get('busbar_recorder_dropped_polls_total')
  t.diagnostic(
    `memory +${(worst / megabyte).toFixed(1)} MB at worst, ${(queued / megabyte).toFixed(1)} MB of them polls that wait; live again after ${Math.round(backMs)} ms; lost polls ${lost}; told ${found.streamed}`,
  )
  assert.deepEqual([found.missing, found.doubled, lost], [0, 0, 0])
  assert.ok(worst < queued + spareMb * megabyte, `${worst} bytes more`)
})
