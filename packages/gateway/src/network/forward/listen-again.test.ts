import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { host, setUpForwarding, startServer } from './testing/forwarding.ts'

test('a port that is taken is tried later each time, every half minute at last', async (t) => {
  const { port: listenPort } = await startServer(t, () => {})
  const waits: unknown[] = []
  const note = (details: object): void => void waits.push((details as { retryMs: number }).retryMs)
  const { clock } = await setUpForwarding(t, [{ listenPort, serverAddr: '192.0.2.9' }], {
    host,
    log: { warn: note, error: note, info() {} },
  })
  const expected = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]
  for (const [at, waitMs] of expected.entries()) {
    await until(() => waits.length > at)
    clock.advance(waitMs)
  }
  await until(() => waits.length > expected.length)
  assert.deepEqual(waits, [...expected, 30_000])
})
