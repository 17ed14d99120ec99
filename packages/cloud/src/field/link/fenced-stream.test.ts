import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualPeer, netOf, testField } from '../testing/test-field.ts'

const mac = '02:00:5e:10:00:01'

test('a line that is another node\u2019s by now ends, and what waited for it is not sent', async (t) => {
  const own = { isOurs: true }
  const ownership = { isOurs: () => own.isOurs, fence: () => ({ name: 'nets 7', epoch: own.isOurs ? 3 : -1 }) }
  const { field, clock, events } = testField({ ownership })
  t.after(() => field.stop())
  field.apply(netOf({ mac }))
  field.start()
  const peer = new ManualPeer()
  field.accept(mac, peer, { isProven: true, unit: 1, from: '192.0.2.7', keyId: 'key' })
  const link = field.link(7)
  assert.ok(link !== undefined)
  assert.deepEqual(link.fence, { name: 'nets 7', epoch: 3 })
  const write = (word: number) => link.ask(3, { fn: 6, address: 0, word }, { priority: 'write' })
  const [first, second] = [write(1), write(2)]
  await clock.advanceAsync(0)
  const [frame, ...more] = peer.takeRequests()
  assert.ok(frame !== undefined && more.length === 0)
  // As after a stop of the process: the answer is heard first, and then the next one is due.
  own.isOurs = false
  peer.say(frame)
  assert.deepEqual(await first, { ok: { fn: 6, address: 0, word: 1 } })
  assert.deepEqual(await second, { err: 'closed' })
  assert.deepEqual([peer.takeRequests(), peer.isDestroyed], [[], true])
  assert.equal(events.at(-1)?.isConnected, false)
  assert.equal(link.fence.epoch, -1)
})
