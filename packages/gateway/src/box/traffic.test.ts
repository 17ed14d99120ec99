import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { interfaceBytes, Traffic } from './traffic.ts'

test('traffic is counted between two looks', async () => {
  const clock = new VirtualClock()
  let bytes = 5000
  const traffic = new Traffic({ clock, totalBytes: () => bytes })
  assert.equal(traffic.bytesPerSec, 0)
  bytes += 8000
  clock.advance(4000)
  assert.equal(traffic.bytesPerSec, 2000)
  clock.advance(10)
  assert.equal(traffic.bytesPerSec, 2000)
  bytes = 0
  clock.advance(2000)
  assert.equal(traffic.bytesPerSec, 0)
})

test('the system counts what passes', () => {
  assert.ok(interfaceBytes('lo') >= 0)
  assert.equal(interfaceBytes('none'), 0)
})
