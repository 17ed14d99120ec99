import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { DialPace } from './dial-pace.ts'

test('of many that come at once some begin at once, and the others one after another', () => {
  const clock = new VirtualClock()
  const pace = new DialPace(clock, 1000)
  const waits = Array.from({ length: 1200 }, () => pace.waitMs())
  assert.equal(waits.filter((ms) => ms === 0).length, 51)
  assert.deepEqual([waits[51], waits.at(-1)], [1, 1149])
  clock.advance(500)
  assert.equal(pace.waitMs(), 650, 'who comes later is behind them')
})

test('in no second more begin than the pace and what may begin at once', () => {
  const clock = new VirtualClock()
  const pace = new DialPace(clock, 500)
  const begins: number[] = []
  for (let at = 0; at < 5000; at += 1) {
    begins.push(clock.now() + pace.waitMs())
    if (at % 7 === 0) clock.advance(3)
  }
  for (const from of begins) {
    const count = begins.filter((ms) => ms >= from && ms < from + 1000).length
    assert.ok(count <= 551, `${count} from ${from} on`)
  }
})
