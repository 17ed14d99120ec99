import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkOf } from './link.rules.ts'

const nowMs = 1_000_000

for (const [says, state, heardAgoMs, retryInMs, link, seconds] of [
  ['it was just heard', 'live', 400, null, 'live', 0],
  ['it is heard', 'live', 2000, null, 'live', 2],
  ['a heartbeat may come a little late', 'live', 8000, null, 'live', 8],
  ['within ten seconds a dead line is seen', 'live', 9000, null, 'late', 9],
  ['it is tried again', 'waiting', 30_000, 4000, 'lost', 4],
  ['it should have been tried', 'waiting', 30_000, -500, 'lost', 0],
  ['it is being tried again', 'connecting', 30_000, null, 'lost', 0],
  ['it is tried for the first time', 'connecting', null, null, 'connecting', 0],
  ['nobody listens any more', 'stopped', 1000, null, 'lost', 0],
] as const) {
  test(says, () => {
    const status = {
      state,
      heardAtMs: heardAgoMs === null ? 0 : nowMs - heardAgoMs,
      retryAtMs: retryInMs === null ? 0 : nowMs + retryInMs,
    }
    assert.deepEqual(linkOf(status, nowMs), { link, seconds })
  })
}
