import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DevicePolling } from './net-polling.ts'
import { stateOf } from './states.rules.ts'

const silent = (running: boolean): DevicePolling =>
  ({
    lastPollMs: 5,
    lastDurationMs: 1,
    running,
    device: { unit: 1 },
    net: { silenceOf: () => ({ failures: 6 }), spareFromMs: () => 9 },
  }) as unknown as DevicePolling

for (const [what, running, isConnected, state] of [
  ['waits for its turn', false, true, 'backing-off'],
  ['is polled', true, true, 'polling'],
  ['has no connection', false, false, 'no-connection'],
] as const) {
  test(`reports the failed polls of an unresponsive device while it ${what}`, () => {
    const found = stateOf(silent(running), isConnected, 10)
    assert.deepEqual([found.state, found.failures], [state, 6])
  })
}
