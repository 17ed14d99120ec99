import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { BusyTime } from './counts.ts'

test('load equals that of a stopwatch', () => {
  const step = fc.record({ idleMs: fc.integer({ min: 0, max: 90_000 }), busyMs: fc.integer({ min: 0, max: 90_000 }) })
  const start = fc.integer({ min: 0, max: 200_000 })
  fc.assert(
    fc.property(
      start,
      fc.array(step, { maxLength: 20 }),
      fc.integer({ min: 1, max: 59 }),
      (startMs, steps, windowSec) => {
        const busy = new BusyTime(startMs)
        const spans: [number, number][] = []
        let now = startMs
        for (const { idleMs, busyMs } of steps) {
          now += idleMs
          busy.begin(now)
          spans.push([now, now + busyMs])
          now += busyMs
          busy.end(now)
        }
        const from = Math.floor(now / 1000) * 1000 - windowSec * 1000
        const within = spans.reduce((sum, [since, till]) => sum + Math.max(0, till - Math.max(since, from)), 0)
        assert.ok(Math.abs(busy.share(windowSec * 1000, now) - within / (now - from)) < 1e-3)
        assert.equal(
          busy.totalMs,
          spans.reduce((sum, [since, till]) => sum + till - since, 0),
        )
      },
    ),
  )
})

test('overlapping exchanges count once', () => {
  const busy = new BusyTime(0)
  busy.begin(0)
  busy.begin(100)
  busy.end(200)
  busy.end(500)
  assert.equal(busy.totalMs, 500)
  assert.equal(busy.share(1000, 1000), 0.5)
})
