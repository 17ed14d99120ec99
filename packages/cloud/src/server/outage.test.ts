import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { Database } from '@busbar/database'
import { DatabaseProbe } from '@busbar/database/health'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { addHealth, type HealthOptions } from '../operations/health/health.ts'
import { addMetrics, collectMetrics } from '../operations/health/metrics.ts'
import { createApi } from '../start/api.ts'
import { startApi } from '../testing/api.ts'

/** Does it on every connection of the pool at the same time, once they are all open; gives the processes behind them. */
const onEach = async ({ sql }: Pick<Database, 'sql'>, change: string): Promise<number[]> => {
  for (let sleepSec = 0.02; ; sleepSec *= 2) {
    const text = `select pg_backend_pid() as pid, ${change}, pg_sleep(${sleepSec})`
    const all = await Promise.all(Array.from({ length: sql.options.max }, () => sql.unsafe(text)))
    const pids = new Set(all.map(([row]) => Number(row?.['pid'])))
    if (pids.size === sql.options.max) return [...pids]
  }
}

/** As if the server hung; calling the answer lets it go on. */
const halt = async (t: TestContext, db: Pick<Database, 'sql'>): Promise<() => void> => {
  const pids = await onEach(db, '1')
  const signal = (name: NodeJS.Signals): void => pids.forEach((pid) => process.kill(pid, name))
  signal('SIGSTOP')
  let isHalted = true
  const goOn = (): void => {
    if (isHalted) signal('SIGCONT')
    isHalted = false
  }
  t.after(goOn)
  return goOn
}

const makeReadOnly = (db: Pick<Database, 'sql'>): Promise<number[]> =>
  onEach(db, "set_config('default_transaction_read_only', 'on', false)")

test('reports a hanging database in time and answers again when it recovers', async (t) => {
  const api = await startApi(t)
  const { clock } = api
  const path = `/org/${api.orgId}/users/`
  assert.equal((await api.call('owner', 'GET', path)).status, 200)
  const goOn = await halt(t, api.service.db)
  const begunMs = clock.now()
  const pending = api.call('owner', 'GET', path)
  const turn = new Promise(setImmediate).then(() => null)
  while ((await Promise.race([pending, turn])) === null) {
    await new Promise(setImmediate)
    if (clock.pending > 0) clock.advance(100)
  }
  goOn()
  const { status, body, headers } = await pending
  assert.equal(status, 503)
  assert.deepEqual(body, {
    errorCode: 'Unavailable',
    errorMessage:
      'The database does not respond; try again later. A change that was asked for may have been stored, or may yet be.',
  })
  assert.equal(headers.get('retry-after'), '10')
  assert.ok(clock.now() - begunMs >= 5000)
  assert.equal((await api.call('owner', 'GET', path)).status, 200)
})

test('a change in a database that is read-only is refused with the reason, and logged', async (t) => {
  const logged: string[] = []
  const api = await startApi(t, { onError: (_details, message) => logged.push(message) })
  await makeReadOnly(api.service.db)
  const { status, body, headers } = await api.call('owner', 'POST', `/org/${api.orgId}/nets/create/`, {
    name: 'Hall',
    connection: { kind: 'direct', ip: '192.0.2.7', port: 502 },
  })
  assert.deepEqual([status, headers.get('retry-after')], [503, '10'])
  assert.deepEqual(body, { errorCode: 'Unavailable', errorMessage: 'The database is read-only; try again later.' })
  assert.deepEqual(logged, ['requests fail: database unavailable'])
})

describe('health endpoints during an outage', () => {
  const setUp = async (t: TestContext, changes: Partial<HealthOptions> = {}) => {
    const db = await testDatabase()
    const log = { error: () => {}, info: () => {} }
    const clock = new VirtualClock()
    const answering = new DatabaseProbe({ sql: db.sql, clock, log })
    const app = createApi({} as Parameters<typeof createApi>[0], { log })
    const options: HealthOptions = {
      answering,
      clockHealth: () => ({ state: 'steady', aheadMs: 0, lastStep: null }),
      recording: () => ({ failingMs: 0, why: null }),
      ...changes,
    }
    addHealth(app, options)
    const quiet = { ...log, warn: () => {}, debug: () => {} }
    addMetrics(
      app,
      collectMetrics(app, { db, answering, proxies: { clientOf: () => ({}) } } as never, quiet, () => []),
    )
    await app.listen({ host: '127.0.0.1', port: 0 })
    t.after(async () => {
      await app.close()
      await db.close()
    })
    const get = async (path: string) => {
      const response = await fetch(`${app.listeningOrigin}${path}`)
      return { status: response.status, text: await response.text() }
    }
    return { db, clock, get }
  }

  test('is answered in time while the database hangs', async (t) => {
    const { db, clock, get } = await setUp(t)
    assert.match((await get('/metrics')).text, /^busbar_db_up 1$/m)
    const goOn = await halt(t, db)
    assert.equal((await get('/healthz')).status, 200)
    const pending = Promise.all(['/metrics', '/readyz'].map(get))
    // Each request waits for the database and its own timeout. The first one also logs a slow database.
    await until(() => clock.pending >= 3)
    clock.advance(999)
    const [metrics, ready] = await pending
    goOn()
    assert.match(metrics?.text ?? '', /^busbar_db_up 0$/m)
    assert.equal(ready?.status, 503)
    assert.match(ready.text, /^\{"status":"The database does not respond","clock"/)
    await db.sql`select 1`
    assert.equal((await get('/readyz')).status, 200)
    assert.match((await get('/metrics')).text, /^busbar_db_connections\{state="active"\} \d+$/m)
  })

  test('a database that is read-only, or takes nothing for a while, is not ready', async (t) => {
    let health: ReturnType<HealthOptions['recording']> = { failingMs: 0, why: null }
    let isFull = false
    const { db, get } = await setUp(t, { recording: () => health, isDiskFull: async () => isFull })
    for (const [failingMs, why, status, says] of [
      [9999, 'The disk of the database is full', 200, /"status":"ready"/],
      [
        10_000,
        'The disk of the database is full',
        503,
        /"Nothing was recorded for 10 s: The disk of the database is full"/,
      ],
      [61_000, null, 503, /"Nothing was recorded for 61 s: the log says why"/],
    ] as const) {
      health = { failingMs, why }
      const answer = await get('/readyz')
      assert.equal(answer.status, status)
      assert.match(answer.text, says)
    }
    health = { failingMs: 0, why: null }
    isFull = true
    const full = await get('/readyz')
    assert.equal(full.status, 503)
    assert.match(full.text, /"status":"The disk of the database is full"/)
    isFull = false
    await makeReadOnly(db)
    const answer = await get('/readyz')
    assert.equal(answer.status, 503)
    assert.match(answer.text, /"status":"The database is read-only"/)
  })
})
