import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateLimit, VirtualClock } from '@busbar/kit'
import { SharedCounts } from './shared-counts.ts'
import { LocalServer } from './testing/local-messages.ts'

const limit = 30

/** Creates nodes with one limit each, connected to the others. */
const setUp = (nodes: number) => {
  const clock = new VirtualClock()
  const server = new LocalServer()
  const all = Array.from({ length: nodes }, () => {
    const messages = server.connect()
    const own = new RateLimit<string>({ clock, windowMs: 60_000 })
    const counts = new SharedCounts({ messages, clock, nodes: () => nodes })
    counts.add('quota', own)
    counts.start()
    return { own, messages, counts }
  })
  const letThrough = (key = 'key'): number => all.filter(({ own }) => own.take(key, limit) === 0).length
  return { clock, all, letThrough }
}

for (const nodes of [1, 2, 3, 8]) {
  test(`${nodes} nodes together let through the limit and less than once more, asked all at once or one after another`, async () => {
    const atOnce = setUp(nodes)
    let through = 0
    for (let round = 0; round < 2 * limit; round += 1) through += atOnce.letThrough()
    assert.ok(through > 0 && through <= limit + nodes, `${through} at once`)
    for (let round = 0; round < 10; round += 1) {
      await atOnce.clock.advanceAsync(100)
      for (let more = 0; more < limit; more += 1) through += atOnce.letThrough()
    }
    assert.ok(through >= limit && through <= 2 * limit + nodes, `${through} within a second`)
    assert.equal(atOnce.letThrough(), 0)

    const slow = setUp(nodes)
    through = 0
    for (let round = 0; round < limit; round += 1) {
      through += slow.letThrough()
      await slow.clock.advanceAsync(110)
    }
    assert.ok(through >= limit && through <= 2 * limit, `${through} one after another`)
    assert.ok(slow.letThrough('other') > 0)
  })
}

test('a returned unit is returned everywhere, and a disconnected node admits less', async () => {
  const { clock, all } = setUp(4)
  const [a, b] = all
  assert.ok(a !== undefined && b !== undefined)
  for (let round = 0; round < 6; round += 1) {
    while (a.own.take('key', limit) === 0) {}
    await clock.advanceAsync(100)
  }
  assert.ok(b.own.take('key', limit) > 0)
  for (let count = 0; count < limit; count += 1) a.own.giveBack('key', limit)
  await clock.advanceAsync(300)
  assert.equal(b.own.take('key', limit), 0)
  b.messages.isConnected = false
  let through = 0
  for (let round = 0; round < 6; round += 1) {
    while (b.own.take('alone', limit) === 0) through += 1
    await clock.advanceAsync(100)
  }
  assert.equal(through, limit / 2)
})
