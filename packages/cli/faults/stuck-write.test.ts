import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@busbar/database'
import { DatabaseProxy } from './database-proxy.ts'
import { PolledCloud } from './polled-cloud.ts'

const devices = 20
const stuckMs = 45_000
const reportedMsMax = 15_000
const lookMs = 200

/** A cloud on a PostgreSQL that the test can reach as well. */
const setUp = async (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-stuck-'))
  const db = await openDatabase({ dataFolder: folder })
  const [{ host, port } = { host: '', port: 0 }] = db.sql.options.servers
  const wire = new DatabaseProxy({ path: `${host}/.s.PGSQL.${port}` })
  const at = await wire.start()
  const url = `postgres://${db.sql.options.user}@127.0.0.1:${at}/${db.sql.options.database}`
  const cloud = new PolledCloud({ devices, flags: { db: url } })
  t.after(async () => {
    await cloud.close()
    wire.stop()
    await db.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  await cloud.open()
  await cloud.listen(devices * 3)
  return { db, cloud }
}

type Bench = Awaited<ReturnType<typeof setUp>>

const lockPolls = async ({ db }: Bench): Promise<() => Promise<void>> => {
  const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.sql.begin(async (tx) => {
    await tx`lock table poll in access exclusive mode`
    locked.resolve()
    await done.promise
  })
  await locked.promise
  return () => {
    done.resolve()
    return holding
  }
}

/** Halts the server's process that writes readings, as a disk does that does not answer. */
const haltWriter = async (bench: Bench): Promise<() => Promise<void>> => {
  const unlock = await lockPolls(bench)
  let pid: number | undefined
  while (pid === undefined) {
    const waiting = await bench.db.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`
    pid = waiting[0]?.pid
  }
  process.kill(pid, 'SIGSTOP')
  await unlock()
  return async () => void process.kill(pid, 'SIGCONT')
}

for (const [what, halt] of [
  ['waits for a locked table', lockPolls],
  ['is made by a process that does not go on', haltWriter],
] as const) {
  test(`a write that ${what} is reported within ${reportedMsMax / 1000} s`, async (t) => {
    const bench = await setUp(t)
    const { cloud } = bench
    const goOn = await halt(bench)
    const beganAt = performance.now()
    const reportedMs: Record<string, number> = {}
    const note = (by: string, isReported: boolean): void => {
      if (isReported) reportedMs[by] ??= Math.round(performance.now() - beganAt)
    }
    let status = ''
    for (; performance.now() < beganAt + stuckMs; await sleep(lookMs)) {
      const [readiness, metrics] = await Promise.all([cloud.readiness(), cloud.metrics()])
      note('readyz', readiness !== 'ready')
      note('metric', metrics.get('busbar_recorder_failing') === 1)
      if (readiness !== 'ready') status = readiness
      else if (status !== '') note('readyz again', true)
    }
    await goOn()
    await cloud.listen(devices * 3)
    const found = await cloud.check()
    const lost = (await cloud.metrics()).get('busbar_recorder_dropped_polls_total')
    const isLogged = /readings cannot be recorded and are queued/.test(await cloud.end('SIGTERM'))
    t.diagnostic(
      `reported after ${JSON.stringify(reportedMs)} ms; logged: ${isLogged}; last: ${status}; told ${found.streamed}`,
    )
    assert.deepEqual([found.missing, found.doubled, lost, isLogged], [0, 0, 0, true])
    for (const by of ['readyz', 'metric']) assert.ok((reportedMs[by] ?? Infinity) <= reportedMsMax, by)
    assert.equal(reportedMs['readyz again'], undefined)
  })
}
