import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { cachedAddresses, interfaceAddresses } from './own-addresses.ts'

test('an address that this machine got is known after a second, and the system is not asked before', () => {
  const clock = new VirtualClock()
  let calls = 0
  const own = cachedAddresses(clock, () => [`10.0.0.${++calls}`])
  const seen = [0, 999, 1].map((ms) => {
    clock.advance(ms)
    return own()[0]
  })
  assert.deepEqual(seen, ['10.0.0.1', '10.0.0.1', '10.0.0.2'])
})

test('this machine has its loopback', () => assert.ok(interfaceAddresses().includes('127.0.0.1')))
