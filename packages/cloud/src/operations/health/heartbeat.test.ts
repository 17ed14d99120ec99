import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { WebServer } from '@busbar/messaging/testing'
import { Heartbeat } from './heartbeat.ts'
import { workNotes } from './work-problem.ts'

const setUp = async (t: TestContext, timeoutMs = 10_000) => {
  const server = new WebServer()
  const url = new URL(`${await server.start()}/ping/secret`)
  const clock = new VirtualClock()
  const logged: object[] = []
  const state = { problem: null as string | null }
  const heartbeat = new Heartbeat({
    url,
    clock,
    now: () => new Date(1_800_000_000_000 + clock.now()),
    problem: () => Promise.resolve(state.problem),
    log: { error: (details) => void logged.push(details) },
    timeoutMs,
  })
  t.after(async () => {
    await heartbeat.stop()
    await server.stop()
  })
  const minute = async (): Promise<void> => {
    clock.advance(60_000)
    await heartbeat.settled
  }
  const metrics = () => heartbeat.metrics().map(({ samples }) => samples[0]?.value)
  return { server, heartbeat, logged, state, minute, metrics }
}

test('the watcher hears from the service each minute, while that does its work', async (t) => {
  const { server, heartbeat, logged, state, minute, metrics } = await setUp(t)
  assert.deepEqual(metrics(), [0, 0])
  heartbeat.start()
  await heartbeat.settled
  await minute()
  assert.deepEqual(
    server.requests.map(({ method, path }) => `${method} ${path}`),
    ['GET /ping/secret', 'GET /ping/secret'],
  )
  assert.deepEqual(metrics(), [1_800_000_060, 0])
  state.problem = 'Nothing was recorded for 12 s'
  await minute()
  await minute()
  assert.equal(server.requests.length, 2)
  assert.deepEqual(metrics(), [1_800_000_060, 1])
  assert.deepEqual(logged, [{ reason: 'Nothing was recorded for 12 s' }, { reason: 'Nothing was recorded for 12 s' }])
  state.problem = null
  await minute()
  assert.deepEqual([server.requests.length, ...metrics()], [3, 1_800_000_240, 0])
  await heartbeat.stop()
  await minute()
  assert.equal(server.requests.length, 3)
})

for (const [what, answer, timeoutMs, reason] of [
  ['refuses', (response) => void response.writeHead(404).end(), 60_000, 'HTTP 404'],
  ['never answers', () => {}, 50, 'no answer in 0.05 s'],
] as [string, WebServer['answer'], number, string][]) {
  test(`a watcher that ${what} is logged once a minute`, async (t) => {
    const { server, heartbeat, logged, minute, metrics } = await setUp(t, timeoutMs)
    server.answer = answer
    heartbeat.start()
    await heartbeat.settled
    await minute()
    assert.deepEqual(logged, [{ reason }, { reason }])
    assert.deepEqual(metrics(), [0, 1])
  })
}

test('alerts that are late by more than 30 s are reported, and messages by more than 60 s', () => {
  const now = new Date(1_000_000)
  const well = { failingSince: null, lateMs: 30_000 }
  assert.deepEqual(workNotes(well, { stuckMs: 60_000 }, now), {})
  assert.deepEqual(workNotes({ failingSince: 900_000, lateMs: 0 }, { stuckMs: 61_000 }, now), {
    alerts: 'Alerts have not been evaluated for 100 s',
    messages: 'Messages have not been sent for 61 s',
  })
  assert.deepEqual(workNotes({ failingSince: 990_000, lateMs: 31_000 }, { stuckMs: 0 }, now), {
    alerts: 'Alerts have not been evaluated for 31 s',
  })
})
