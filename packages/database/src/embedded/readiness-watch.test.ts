import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Readiness, ReadinessWatch } from './readiness-watch.ts'

type ReadinessCheck = readonly [
  atSec: number,
  readiness: Readiness,
  work: number | null | 'unknown',
  says: RegExp | null,
]

const rows: Readonly<Record<string, readonly ReadinessCheck[]>> = {
  'a server that is ready is never given up': [
    [0, 'ready', null, null],
    [10_000, 'ready', null, null],
  ],
  'one that does not answer is, after its time': [
    [0, 'ready', null, null],
    [5, 'silent', null, null],
    [124, 'silent', null, null],
    [125, 'silent', null, /^it does not answer, for 120 s$/],
  ],
  'one look after a long sleep of the machine says nothing': [
    [0, 'ready', null, null],
    [90_000, 'silent', null, null],
    [90_005, 'ready', null, null],
    [180_000, 'starting', null, null],
  ],
  'a check without a file descriptor counts neither for nor against the server': [
    [0, 'silent', null, null],
    [119, 'unknown', null, null],
    [125, 'silent', null, null],
    [130, 'silent', 'unknown', null],
    [250, 'starting', null, null],
    [269, 'starting', 'unknown', null],
    [271, 'starting', null, null],
    [291, 'starting', null, /^it says that it recovers, and has no process that does, for 20 s$/],
  ],
  'a recovery that stands still is given up': [
    [0, 'starting', 7, null],
    [60, 'starting', 8, null],
    [179, 'starting', 8, null],
    [180, 'starting', 8, /^it is in recovery and does not get on, for 120 s$/],
  ],
  'one whose process is gone is given up sooner': [
    [0, 'starting', 7, null],
    [5, 'starting', null, null],
    [20, 'starting', null, null],
    [25, 'starting', null, /^it says that it recovers, and has no process that does, for 20 s$/],
  ],
  'one that begins again is not': [
    [0, 'starting', null, null],
    [15, 'starting', null, null],
    [20, 'starting', 1, null],
    [25, 'starting', null, null],
    [40, 'starting', null, null],
    [44, 'ready', null, null],
    [45, 'starting', null, null],
    [60, 'starting', null, null],
  ],
  'one that gets on is waited for': [
    [0, 'starting', null, null],
    [19, 'starting', 1, null],
    [200, 'starting', 2, null],
    [300, 'starting', 3, null],
    [301, 'ready', null, null],
    [400, 'starting', 3, null],
  ],
  'but not for ever': [
    ...Array.from({ length: 18 }, (_, i): ReadinessCheck => [i * 100, 'starting', i, null]),
    [1800, 'starting', 18, /^its recovery does not end, for 30 min$/],
  ],
}

for (const [says, looks] of Object.entries(rows)) {
  test(says, () => {
    const patience = new ReadinessWatch({ stalledMs: 120_000, recoveryMs: 1_800_000, abandonedMs: 20_000 })
    for (const [atSec, readiness, work, why] of looks) {
      const reason = patience.observe(readiness, work, atSec * 1000)
      if (why === null) assert.equal(reason, null, `at ${atSec} s`)
      else assert.match(reason ?? '', why)
    }
  })
}
