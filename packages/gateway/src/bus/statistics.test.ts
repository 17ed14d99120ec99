import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { Statistics } from './statistics.ts'

const rates = (statistics: Statistics): number[] => {
  const { requestsPerSec, responsesPerSec, loadPercent } = statistics.read()
  return [requestsPerSec, responsesPerSec, loadPercent]
}

test('rates are averages of the last ten whole seconds, or of those since the start', () => {
  const clock = new VirtualClock(5000)
  const statistics = new Statistics(clock)
  assert.deepEqual(rates(statistics), [0, 0, 0])
  for (let second = 0; second < 30; second += 1) {
    for (let i = 0; i < 8; i += 1) statistics.request(1, clock.now())
    for (let i = 0; i < 6; i += 1) statistics.response(clock.now())
    statistics.busy(clock.now(), clock.now() + 250)
    clock.advance(1000)
    assert.deepEqual(rates(statistics), [8, 6, 25], `second ${second}`)
  }
  clock.advance(5000)
  assert.deepEqual(rates(statistics), [4, 3, 13])
  clock.advance(5000)
  assert.deepEqual(rates(statistics), [0, 0, 0])
})

test('an exchange that lasted long is shared between its seconds', () => {
  const clock = new VirtualClock(20_000)
  const statistics = new Statistics(clock)
  clock.advance(60_000)
  statistics.busy(20_500, 80_000)
  assert.equal(statistics.read().loadPercent, 100)
  clock.advance(4000)
  assert.equal(statistics.read().loadPercent, 60)
})
