import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveState } from './live-feed.ts'
import { ReachabilityWatch } from './reachability-watch.ts'

const rows: readonly [name: string, states: readonly (LiveState | number)[], isLost: boolean, backs: number][] = [
  ['who connects for the first time has lost nothing', ['connecting', 60_000], false, 0],
  ['a short break is none', ['connecting', 'live', 'waiting', 1000, 'connecting', 'live', 10_000], false, 0],
  ['tries in between do not count as being back', ['live', 'waiting', 1000, 'connecting', 'waiting', 2000], true, 0],
  ['it comes back by itself', ['live', 'waiting', 5000, 'connecting', 'live'], false, 1],
  ['who leaves has lost nothing', ['live', 'waiting', 5000, 'stopped'], false, 0],
  ['a service that was never reached is lost too', ['connecting', 'waiting', 3000], true, 0],
]

for (const [name, states, isLost, backs] of rows) {
  test(name, () => {
    let [now, count] = [0, 0]
    const timers = new Map<() => void, number>()
    const after = (ms: number, act: () => void): (() => void) => {
      timers.set(act, now + ms)
      return () => void timers.delete(act)
    }
    const lost = new ReachabilityWatch({ after, onBack: () => void (count += 1) })
    for (const state of states) {
      if (typeof state !== 'number') lost.note(state)
      else {
        now += state
        for (const [act, due] of timers) if (due <= now) act()
      }
    }
    assert.deepEqual([lost.isLost, count], [isLost, backs])
  })
}
