import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import {
  aheadMaxMs,
  awayMaxMs,
  type ClockState,
  type ClockStep,
  earliestOn,
  settleMs,
  TrustedClock,
} from './trusted-clock.ts'

const beganOn = Date.UTC(2026, 2, 1, 12)
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

const setUp = ({ startOn = beganOn, isSettled = true } = {}) => {
  const clock = new VirtualClock()
  let [setMs, sleptMs] = [0, 0]
  const noted: [byMs: number, ClockState][] = []
  const trusted = new TrustedClock({
    clock,
    now: () => new Date(startOn + clock.now() + setMs),
    uptimeMs: () => clock.now() + sleptMs,
    onStep: ({ byMs }: ClockStep, state) => void noted.push([byMs, state]),
  })
  if (isSettled) clock.advance(settleMs)
  return {
    clock,
    trusted,
    noted,
    set: (byMs: number) => void (setMs += byMs),
    sleep: (ms: number): void => {
      setMs += ms
      sleptMs += ms
    },
    wallOn: () => startOn + clock.now() + setMs,
    /** Returns whether a poll at the current time would be recorded. */
    isBelieved: () => trusted.doubtOf(startOn + clock.now() + setMs) === null,
  }
}

const rows: { name: string; byMs: number; state: ClockState; isBelieved: boolean; isNoted: boolean }[] = [
  { name: 'slewed by seconds', byMs: 4000, state: 'steady', isBelieved: true, isNoted: false },
  { name: 'set ahead within the bound', byMs: aheadMaxMs, state: 'steady', isBelieved: true, isNoted: true },
  { name: 'set ahead beyond it', byMs: aheadMaxMs + 1, state: 'ahead', isBelieved: false, isNoted: true },
  { name: 'set ahead by 80 years', byMs: 80 * 365 * dayMs, state: 'ahead', isBelieved: false, isNoted: true },
  { name: 'set back within the bound', byMs: -aheadMaxMs, state: 'steady', isBelieved: true, isNoted: true },
  { name: 'set back beyond it', byMs: -dayMs, state: 'behind', isBelieved: true, isNoted: true },
  { name: 'set back to 1970', byMs: -beganOn, state: 'behind', isBelieved: false, isNoted: true },
]
for (const { name, byMs, state, isBelieved, isNoted } of rows) {
  test(`a clock that is ${name}`, () => {
    const { clock, trusted, noted, set, ...rest } = setUp()
    set(byMs)
    assert.equal(rest.isBelieved(), isBelieved)
    assert.equal(trusted.status().state, state)
    assert.deepEqual(noted, isNoted ? [[byMs, state]] : [])
    clock.advance(hourMs)
    assert.equal(trusted.status().state, state, 'time alone proves nothing')
    set(-byMs)
    assert.deepEqual([rest.isBelieved(), trusted.status().state], [true, 'steady'], 'it was set back')
  })
}

test('an administrator confirms the clock, whichever way it was set', () => {
  for (const byMs of [dayMs, -dayMs]) {
    const { trusted, set, isBelieved } = setUp()
    set(byMs)
    trusted.observe()
    trusted.believe()
    assert.deepEqual([trusted.status().state, trusted.status().aheadMs, isBelieved()], ['steady', 0, true])
  }
})

test('a machine that slept has the right time', () => {
  const { trusted, noted, sleep, isBelieved } = setUp()
  sleep(10 * hourMs)
  assert.deepEqual([isBelieved(), trusted.status().state, noted], [true, 'steady', []])
})

test('a clock is trusted as at the start until it has settled', () => {
  const young = setUp({ isSettled: false })
  young.clock.advance(minuteMs)
  young.set(awayMaxMs - hourMs)
  assert.deepEqual([young.isBelieved(), young.noted.length], [true, 1])
  young.set(2 * awayMaxMs)
  assert.deepEqual([young.isBelieved(), young.trusted.status().state], [false, 'ahead'])
  const ancient = setUp({ startOn: 0, isSettled: false })
  assert.equal(ancient.isBelieved(), false)
  ancient.set(beganOn)
  assert.deepEqual([ancient.isBelieved(), ancient.trusted.status().state], [true, 'steady'])
  assert.ok(earliestOn < beganOn)
})

test('state of the previous run', () => {
  const recalled = (believedAgoMs: number, shownAgoMs = believedAgoMs) => {
    const run = setUp({ isSettled: false })
    run.trusted.recall({ believedOn: beganOn - believedAgoMs, shownOn: beganOn - shownAgoMs })
    return [run.trusted.status().state, run.isBelieved()]
  }
  assert.deepEqual(recalled(0), ['steady', true])
  assert.deepEqual(recalled(awayMaxMs), ['steady', true], 'it was away')
  assert.deepEqual(recalled(awayMaxMs + 1), ['ahead', false], 'it was away for too long')
  assert.deepEqual(recalled(-dayMs), ['behind', true], 'something is recorded ahead of the clock')
  assert.deepEqual(recalled(2 * dayMs, hourMs), ['ahead', false], 'the clock that was not believed still runs')
  assert.deepEqual(recalled(hourMs, -dayMs), ['steady', true], 'it was set right meanwhile')

  const first = setUp()
  first.set(dayMs)
  const memory = first.trusted.memory()
  assert.deepEqual(memory, { believedOn: first.wallOn() - dayMs, shownOn: first.wallOn() })
})

test('a clock behind what is recorded that is set right soon after the start', () => {
  const { trusted, set, isBelieved } = setUp({ isSettled: false })
  trusted.recall({ believedOn: beganOn + dayMs, shownOn: beganOn + dayMs })
  set(dayMs + 10 * hourMs)
  assert.deepEqual([isBelieved(), trusted.status().state], [true, 'steady'])
})
