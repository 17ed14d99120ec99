import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { LoginDelays } from './login.ts'

const minuteMs = 60_000
const setUp = () => {
  const clock = new VirtualClock()
  const delays = new LoginDelays(clock)
  const beWrong = (source: string, times: number): void => {
    for (let time = 0; time < times; time += 1) delays.wasWrong(source)
  }
  return { clock, delays, beWrong }
}

test('five wrong logins are free, and after a right one five more are', () => {
  const { delays, beWrong } = setUp()
  beWrong('home', 4)
  assert.equal(delays.waitMs('home'), 0)
  delays.wasRight('home')
  beWrong('home', 4)
  assert.equal(delays.waitMs('home'), 0)
  beWrong('home', 1)
  assert.equal(delays.waitMs('home'), 1000)
  delays.wasRight('elsewhere')
  beWrong('home', 1)
  assert.equal(delays.waitMs('home'), 2000)
})

test('the wait is from the last wrong one on, and never below zero', () => {
  const { clock, delays, beWrong } = setUp()
  beWrong('home', 5)
  clock.advance(400)
  assert.equal(delays.waitMs('home'), 600)
  clock.advance(5000)
  assert.equal(delays.waitMs('home'), 0)
})

test('a quarter of an hour without a wrong one, and it is forgotten', () => {
  const { clock, delays, beWrong } = setUp()
  beWrong('home', 6)
  clock.advance(15 * minuteMs - 1)
  delays.wasWrong('home')
  assert.equal(delays.waitMs('home'), 4000)
  clock.advance(15 * minuteMs)
  beWrong('home', 4)
  assert.equal(delays.waitMs('home'), 0)
})

test('256 places are remembered; the one that was wrong longest ago gives way', () => {
  const { delays, beWrong } = setUp()
  for (let source = 0; source < 256; source += 1) beWrong(`${source}`, 5)
  beWrong('0', 1)
  assert.deepEqual([delays.waitMs('0'), delays.waitMs('1'), delays.waitMs('255')], [2000, 1000, 1000])
  beWrong('new', 5)
  assert.deepEqual(
    ['0', '1', '2', 'new'].map((source) => delays.waitMs(source)),
    [2000, 0, 1000, 1000],
  )
})
