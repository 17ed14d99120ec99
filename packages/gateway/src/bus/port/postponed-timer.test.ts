import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Clock, VirtualClock } from '@busbar/kit'
import { PostponedTimer } from './clocks.ts'

test('a timer that fires early only checks the deadline again', () => {
  const clock = new VirtualClock()
  const early: Clock = { now: () => clock.now(), after: (ms, act) => clock.after(ms > 1 ? ms - 0.7 : ms, act) }
  const rang: number[] = []
  const alarm = new PostponedTimer(early, () => rang.push(clock.now()))
  alarm.set(4.01)
  clock.advance(10)
  assert.equal(rang.length, 1)
  assert.ok((rang[0] ?? 0) >= 4.01 && (rang[0] ?? 0) < 5, String(rang))
})

test('put off a thousand times it costs few timers, and rings once, at its last hour', () => {
  const clock = new VirtualClock()
  let timers = 0
  const counting: Clock = {
    now: () => clock.now(),
    after(ms, act) {
      timers += 1
      return clock.after(ms, act)
    },
  }
  const rang: number[] = []
  const alarm = new PostponedTimer(counting, () => rang.push(clock.now()))
  for (let i = 0; i < 1000; i += 1) {
    alarm.set(clock.now() + 500)
    clock.advance(1)
  }
  clock.advance(1000)
  assert.deepEqual(rang, [1499])
  assert.ok(timers <= 4, String(timers))
})

test('an earlier hour takes the place of a later one; unset and stopped it is silent', () => {
  const clock = new VirtualClock()
  const rang: number[] = []
  const alarm = new PostponedTimer(clock, () => rang.push(clock.now()))
  alarm.set(50)
  alarm.set(20)
  clock.advance(100)
  alarm.set(150)
  alarm.set(Number.POSITIVE_INFINITY)
  clock.advance(100)
  alarm.set(250)
  alarm.stop()
  clock.advance(100)
  assert.deepEqual(rang, [20])
  assert.equal(clock.pending, 0)
})

test('after a delay past the deadline, received bytes are handled first', () => {
  let nowMs = 0
  const turns: (() => void)[] = []
  const clock: Clock = {
    now: () => nowMs,
    after(_delayMs, act) {
      turns.push(act)
      return () => {}
    },
  }
  let rung = 0
  const alarm = new PostponedTimer(clock, () => (rung += 1))
  alarm.set(100)
  nowMs = 600
  turns.shift()?.()
  assert.equal(rung, 0)
  turns.shift()?.()
  assert.equal(rung, 1)

  alarm.set(700)
  nowMs = 1200
  turns.shift()?.()
  alarm.set(1300)
  turns.shift()?.()
  assert.equal(rung, 1)
  nowMs = 1300
  turns.shift()?.()
  assert.equal(rung, 2)
})
