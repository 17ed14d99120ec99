import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { GuessLimits, sourceOf } from './guess-limits.ts'

const setUp = () => {
  const clock = new VirtualClock()
  return { clock, guesses: new GuessLimits(clock) }
}

test('limits wrong attempts at one name from one address to ten a minute, without effect elsewhere', () => {
  const { clock, guesses } = setUp()
  for (let i = 0; i < 10; i += 1) assert.equal(guesses.begin('10.0.0.1', 'ann').waitMs, 0)
  assert.equal(guesses.begin('10.0.0.1', 'ann').waitMs, 6000)
  assert.equal(guesses.begin('10.0.0.1', 'bob').waitMs, 0)
  assert.equal(guesses.begin('10.0.0.2', 'ann').waitMs, 0)
  clock.advance(6000)
  assert.equal(guesses.begin('10.0.0.1', 'ann').waitMs, 0)
  assert.equal(guesses.begin('10.0.0.1', 'ann').waitMs, 6000)
})

test('wrong tries at one name from many places are slowed to a hundred a minute, or to what is said, or not', () => {
  const { guesses } = setUp()
  for (let i = 0; i < 100; i += 1) assert.equal(guesses.begin(`10.0.0.${i}`, 'ann').waitMs, 0)
  assert.equal(guesses.begin('10.0.1.1', 'ann').waitMs, 600)
  for (let i = 0; i < 10; i += 1) assert.equal(guesses.begin(`10.0.0.${i}`, 'code', { nameMost: 10 }).waitMs, 0)
  assert.equal(guesses.begin('10.0.1.1', 'code', { nameMost: 10 }).waitMs, 6000)
  for (let i = 0; i < 200; i += 1) {
    assert.equal(guesses.begin(`10.0.2.${i}`, 'key', { nameMost: null }).waitMs, 0)
  }
})

test('wrong tries from one place are slowed to thirty a minute, whatever they try', () => {
  const { guesses } = setUp()
  for (let i = 0; i < 30; i += 1) assert.equal(guesses.begin('10.0.0.1', `name ${i}`).waitMs, 0)
  assert.equal(guesses.begin('10.0.0.1', 'ann').waitMs, 2000)
  assert.equal(guesses.begin('10.0.0.2', 'ann').waitMs, 0)
})

test('wrong tries of all members of a group are slowed to sixty a minute', () => {
  const { guesses } = setUp()
  for (let i = 0; i < 60; i += 1)
    assert.equal(guesses.begin(`10.0.0.${i}`, `user ${i}`, { groups: ['org 1', 'org 2'] }).waitMs, 0)
  assert.equal(guesses.begin('10.0.1.1', 'user', { groups: ['org 2', 'org 3'] }).waitMs, 1000)
  assert.equal(guesses.begin('10.0.1.1', 'user', { groups: ['org 3'] }).waitMs, 0)
})

test('right tries, and those that were none, do not count', () => {
  const { guesses } = setUp()
  for (let i = 0; i < 100; i += 1) {
    const { waitMs, wasRight, wasNone } = guesses.begin('10.0.0.1', 'ann')
    assert.equal(waitMs, 0)
    if (i % 2 === 0) wasRight()
    else wasNone()
  }
})

test('strangers cannot lock out who was right from elsewhere before', () => {
  const { guesses } = setUp()
  guesses.begin('10.0.0.1', 'ann').wasRight()
  for (let i = 0; i < 100; i += 1) guesses.begin(`10.0.1.${i}`, 'ann')
  assert.notEqual(guesses.begin('10.0.2.1', 'ann').waitMs, 0)
  for (let i = 0; i < 30; i += 1) guesses.begin('10.0.0.1', `name ${i}`)
  assert.notEqual(guesses.begin('10.0.0.1', 'bob').waitMs, 0)
  for (let i = 0; i < 10; i += 1) assert.equal(guesses.begin('10.0.0.1', 'ann').waitMs, 0)
  assert.equal(guesses.begin('10.0.0.1', 'ann').waitMs, 6000)
})

test('ten thousand are known to have been right; who was so longest ago is forgotten', () => {
  const { clock, guesses } = setUp()
  const wasRight = (i: number): void => {
    guesses.begin(`10.1.${i >> 8}.${i & 255}`, `user ${i}`).wasRight()
  }
  /** Strangers try the name until it is locked. */
  const isLockedOut = (i: number): boolean => {
    for (let n = 0; n < 100; n += 1) guesses.begin(`10.2.${n}.1`, `user ${i}`)
    const { waitMs } = guesses.begin(`10.1.${i >> 8}.${i & 255}`, `user ${i}`)
    clock.advance(60_000)
    return waitMs > 0
  }
  for (let i = 0; i < 10_000; i += 1) wasRight(i)
  wasRight(0)
  assert.deepEqual([0, 1, 2].map(isLockedOut), [false, false, false])
  wasRight(10_000)
  assert.deepEqual([0, 1, 2, 10_000].map(isLockedOut), [false, true, false, false])
})

test('an attempt that must wait does not count', () => {
  const { clock, guesses } = setUp()
  for (let i = 0; i < 10; i += 1) guesses.begin('10.0.0.1', 'ann')
  const { waitMs, wasRight, wasNone } = guesses.begin('10.0.0.1', 'ann')
  assert.equal(waitMs, 6000)
  wasRight()
  wasNone()
  assert.equal(guesses.begin('10.0.0.1', 'ann').waitMs, 6000)
  for (let i = 0; i < 20; i += 1) assert.equal(guesses.begin('10.0.0.1', `name ${i}`).waitMs, 0)
  assert.equal(guesses.begin('10.0.0.1', 'bob').waitMs, 2000)
  clock.advance(60_000)
  assert.equal(guesses.begin('10.0.0.1', 'ann').waitMs, 0)
})

test('a place is an IPv4 address or a whole IPv6 subnet', () => {
  const rows = [
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ] as const
  for (const [address, place] of rows) assert.equal(sourceOf(address), place)
})
