import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SilenceWatch } from './silence-watch.ts'

const watchOf = () => new SilenceWatch({ timeoutsMin: 3, ms: 10_000 })

test('it takes several timeouts', () => {
  const watch = watchOf()
  assert.deepEqual(
    [0, 20_000, 40_000].map((sentAt) => watch.isDead(sentAt, sentAt + 1000)),
    [false, false, true],
  )
})

test('and it takes its time', () => {
  const watch = watchOf()
  const dead = Array.from({ length: 10 }, (_, i) => watch.isDead(i * 1000, i * 1000 + 1000))
  assert.deepEqual(dead.lastIndexOf(false), 8)
  assert.equal(dead[9], true)
})

test('any response resets the count', () => {
  const watch = watchOf()
  for (let i = 0; i < 100; i += 1) {
    assert.ok(!watch.isDead(i * 20_000, i * 20_000 + 1000))
    assert.ok(!watch.isDead(i * 20_000, i * 20_000 + 9000))
    watch.reset()
  }
})

test('a reset that did not help makes the next wait twice as long, five minutes at most; hearing something ends that', () => {
  const watch = watchOf()
  let now = 0
  const deadAfterMs = (): number => {
    watch.begin()
    const since = now
    do now += 1000
    while (!watch.isDead(now - 1000, now))
    return now - since
  }
  assert.deepEqual(Array.from({ length: 7 }, deadAfterMs), [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000])
  watch.reset()
  assert.equal(deadAfterMs(), 10_000)
})
