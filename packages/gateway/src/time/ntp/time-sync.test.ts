import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { UplinkAddresses } from '../../network/paths.rules.ts'
import { ethernetAlone, type PathSource, Paths } from '../../network/paths.ts'
import { cookieOf, packetOf, TestTimeServer, until } from './testing/time-server.ts'
import { type NtpSettings, TimeSync } from './time-sync.ts'

const base: NtpSettings = { hostnames: ['127.0.0.1'], connMode: 1, syncPeriodHr: 0, syncDiffSec: 2 }
const hourMs = 3_600_000

/** A gateway whose clock is wrong by so much, beside a server that is right. */
const startSync = async (
  t: TestContext,
  settings: Partial<NtpSettings>,
  wrongMs = 10_000,
  paths: PathSource = ethernetAlone,
) => {
  const clock = new VirtualClock()
  const rightMs = (): number => Date.UTC(2026, 10, 15) + clock.now()
  const server = await new TestTimeServer((request) => packetOf(cookieOf(request), rightMs())).start(t)
  const warnings: string[] = []
  let offsetMs = -wrongMs
  const listeners = new Set<() => void>()
  const sync = new TimeSync({
    settings: { ...base, ...settings },
    deviceClock: {
      now: () => new Date(rightMs() + offsetMs),
      adjust: (byMs) => void (offsetMs += byMs),
      onStep: (act) => {
        listeners.add(act)
        return () => void listeners.delete(act)
      },
    },
    port: server.port,
    paths,
    clock,
    newBytes: (count) => new Uint8Array(count),
    log: { debug: () => {}, info: () => {}, warn: (_, message) => void warnings.push(message) },
  })
  await sync.start()
  t.after(() => sync.stop())
  const settled = () => until(sync.sync(), clock, server)
  const step = (byMs: number): void => void (offsetMs += byMs)
  return { clock, server, sync, settled, warnings, listeners, step, offMs: () => Math.round(offsetMs) }
}

/** Every virtual second until the server was asked so often. */
const untilAsked = async ({ clock, server }: Awaited<ReturnType<typeof startSync>>, count: number): Promise<void> => {
  while (server.requests.length < count) {
    await server.fence()
    await clock.advanceAsync(1000)
  }
}

test('at the start the clock is put right, and those who ask meanwhile share that exchange', async (t) => {
  const { sync, server, settled, offMs } = await startSync(t, {})
  assert.equal(sync.status().state, 'asking')
  assert.deepEqual(await Promise.all([settled(), sync.sync(), sync.sync()]), [true, true, true])
  assert.equal(server.requests.length, 3)
  assert.equal(offMs(), 0)
  assert.deepEqual(sync.status(), { state: 'waiting', syncedOn: new Date(Date.UTC(2026, 10, 15) + 4000) })
})

for (const [wrongMs, syncDiffSec, leftMs] of [
  [2000, 2, -2000],
  [2001, 2, 0],
  [-2000, 2, 2000],
  [-2001, 2, 0],
  [179_999, 180, -179_999],
  [1, 0, 0],
  [-30 * 365 * 24 * hourMs, 180, 0],
] as const) {
  test(`wrong by ${wrongMs} ms, where ${syncDiffSec} s are allowed: ${leftMs}`, async (t) => {
    const { settled, offMs } = await startSync(t, { syncDiffSec }, wrongMs)
    assert.equal(await settled(), true)
    assert.equal(offMs(), leftMs)
  })
}

test('it asks again after syncPeriodHr', async (t) => {
  const { clock, server, settled } = await startSync(t, { syncPeriodHr: 240 })
  await settled()
  assert.equal(clock.pending, 1)
  await clock.advanceAsync(240 * hourMs - 1)
  await server.fence()
  assert.equal(server.requests.length, 3)
  await clock.advanceAsync(1)
  await server.fence()
  assert.equal(server.requests.length, 4)
})

test('a request puts the next asking off', async (t) => {
  const { clock, settled } = await startSync(t, { syncPeriodHr: 1 })
  await settled()
  await settled()
  assert.equal(clock.pending, 1)
})

test('syncPeriodHr 0: it asks at the start, and then only on request', async (t) => {
  const { clock, settled, server } = await startSync(t, { syncPeriodHr: 0 })
  await settled()
  assert.equal(clock.pending, 0)
  assert.equal(await settled(), true)
  assert.equal(server.requests.length, 6)
})

test('retries with growing delays when no server responds, even with syncPeriodHr 0', async (t) => {
  const started = await startSync(t, {})
  const { server, clock, warnings } = started
  const askedSec: number[] = []
  const { answer } = server
  server.answer = () => {
    askedSec.push(Math.round(clock.now() / 1000))
    return null
  }
  await untilAsked(started, 14)
  const pauses = askedSec.filter((_, i) => i % 2 === 0).map((atSec, i, all) => atSec - (all[i - 1] ?? atSec))
  assert.deepEqual(pauses, [0, 34, 49, 79, 139, 139, 139])
  assert.equal(warnings.length, 1)
  assert.equal(await started.settled(), false)
  server.answer = answer
  assert.equal(await started.settled(), true)
  assert.equal(clock.pending, 0)
  server.answer = () => null
  assert.equal(await started.settled(), false)
  const failedMs = clock.now()
  await untilAsked(started, server.requests.length + 1)
  assert.ok(clock.now() - failedMs <= 31_000, 'the growth has ended')
})

test('a step of the system\u2019s clock is a reason to ask', async (t) => {
  const { settled, server, listeners } = await startSync(t, {})
  await settled()
  for (const act of listeners) act()
  assert.equal(await settled(), true)
  assert.equal(server.requests.length, 6)
})

test('measures again when the clock was set in the meantime, instead of applying the old offset', async (t) => {
  const { server, settled, step, offMs, sync } = await startSync(t, {}, hourMs)
  const { answer } = server
  server.answer = (...request) => {
    if (server.requests.length === 2) step(hourMs)
    return answer(...request)
  }
  assert.equal(await settled(), true)
  assert.equal(offMs(), 0)
  assert.equal(server.requests.length, 6)
  assert.equal(sync.status().state, 'waiting')
})

for (const [connMode, requestCount] of [
  [null, 0],
  [1, 3],
  [2, 3],
  [3, 3],
  [4, 0],
] as const) {
  test(`connMode ${connMode}: ${requestCount === 0 ? 'sends no query' : 'queries over Ethernet'}`, async (t) => {
    const { settled, server, sync } = await startSync(t, { connMode })
    assert.equal(await settled(), requestCount > 0)
    assert.equal(server.requests.length, requestCount)
    assert.equal(sync.status().state, requestCount > 0 ? 'waiting' : 'disabled')
  })
}

test('sends no query without a server name', async (t) => {
  const { settled } = await startSync(t, { hostnames: [] })
  assert.equal(await settled(), false)
})

test('new settings cancel the current query and start another', async (t) => {
  const { sync, server, clock, settled, offMs } = await startSync(t, { hostnames: ['127.0.0.1'] })
  const first = sync.sync()
  await sync.apply({ ...base, hostnames: ['127.0.0.1'], syncDiffSec: 60 })
  assert.equal(await first, false)
  assert.equal(await settled(), true)
  assert.equal(offMs(), -10_000)
  await sync.apply({ ...base, connMode: null })
  assert.equal(await sync.sync(), false)
  await clock.advanceAsync(240 * hourMs)
  await server.fence()
  assert.equal(clock.pending, 0)
})

test('new settings reset the delays', async (t) => {
  const started = await startSync(t, {})
  const { server, clock, sync } = started
  server.answer = () => null
  // Twice each time: after 34 s and after 49 s more.
  await untilAsked(started, 6)
  await sync.apply({ ...base, syncDiffSec: 60 })
  await untilAsked(started, 8)
  const failedMs = clock.now()
  await untilAsked(started, 9)
  assert.ok(clock.now() - failedMs <= 35_000, `${clock.now() - failedMs} ms`)
})

test('a stop ends it at once, and nothing is left', async (t) => {
  const { sync, clock, listeners } = await startSync(t, { syncPeriodHr: 1 })
  const pendingSync = sync.sync()
  await sync.stop()
  assert.equal(await pendingSync, false)
  assert.equal(await sync.sync(), false)
  assert.deepEqual([clock.pending, listeners.size], [0, 0])
})

test('a client for GSM only sends no query until GSM is available', async (t) => {
  let ways: UplinkAddresses = { eth: '192.0.2.7', gsm: null }
  const paths = new Paths(() => ways)
  const { sync, settled, server, offMs } = await startSync(t, { connMode: 4 }, 10_000, paths)
  assert.equal(sync.status().state, 'disabled')
  assert.equal(await sync.sync(), false)
  assert.equal(server.requests.length, 0)
  ways = { ...ways, gsm: { ip: '192.0.2.8', dnsServers: [] } }
  paths.check()
  assert.equal(sync.status().state, 'asking')
  assert.equal(await settled(), true)
  assert.equal(offMs(), 0)
})
