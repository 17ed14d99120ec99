import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import { endpointOf } from '../dialling/endpoint.rules.ts'
import { ManualPeer } from '../testing/test-field.ts'
import { ShortLinks } from './short-links.ts'

const setUp = () => {
  const clock = new VirtualClock()
  const peers: ManualPeer[] = []
  const dialled: string[] = []
  const dialer = {
    choose: () => Promise.reject(new Error('not asked for')),
    dial: async ({ host, port }: { host: string; port: number }) => {
      dialled.push(`${host}:${port}`)
      const peer = new ManualPeer()
      peers.push(peer)
      const endpoint = endpointOf(host, port, [])
      return { stream: peer, address: host, endpoint, endpoints: [endpoint] }
    },
  }
  return { clock, peers, dialled, links: new ShortLinks({ clock, dialer }) }
}

/** Holds a connection until it is let go. */
const hold = async (links: ShortLinks, caller: number, port: number) => {
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const used = links.use(caller, { address: 'h', port, orgId: 1 }, async () => {
    begin()
    await end
  })
  await Promise.race([begun, used])
  return async (): Promise<void> => {
    letGo()
    await used
  }
}

const isTooMany = (error: unknown): boolean => error instanceof Refusal && error.code === 'TooManyRequests'

test('a caller has four at once; an idle one makes room', async () => {
  const { links, dialled, peers } = setUp()
  const held = await Promise.all([1, 2, 3, 4].map((port) => hold(links, 7, port)))
  await assert.rejects(hold(links, 7, 5), isTooMany)
  // Another user of one that is there takes no endpoint, and another caller has endpoints of its own.
  await (await hold(links, 7, 4))()
  await (await hold(links, 8, 5))()
  await held[1]?.()
  await (await hold(links, 7, 5))()
  assert.ok(peers[1]?.isDestroyed)
  assert.deepEqual(dialled, ['h:1', 'h:2', 'h:3', 'h:4', 'h:5', 'h:5'])
})

test('there are 32 in all', async () => {
  const { links } = setUp()
  const held = await Promise.all(Array.from({ length: 32 }, (_, i) => hold(links, Math.floor(i / 4), i + 1)))
  assert.equal(links.size, 32)
  await assert.rejects(hold(links, 99, 1), isTooMany)
  await held[5]?.()
  await (await hold(links, 99, 1))()
  assert.equal(links.size, 32)
})

test('a broken connection keeps its slot while in use, and is reopened', async () => {
  const { links, peers, clock } = setUp()
  const letGo = await hold(links, 7, 1)
  peers[0]?.destroy()
  assert.equal(links.size, 1)
  const again = await hold(links, 7, 1)
  assert.equal(links.size, 2)
  await letGo()
  await again()
  assert.equal(links.size, 1)
  clock.advance(10_000)
  assert.equal(links.size, 0)
  assert.equal(clock.pending, 0)
})

test('at the end all are closed', async () => {
  const { links, peers, clock } = setUp()
  const letGo = await hold(links, 7, 1)
  await (await hold(links, 7, 2))()
  links.stop()
  assert.ok(peers.every(({ isDestroyed }) => isDestroyed))
  await letGo()
  assert.equal(links.size, 0)
  assert.equal(clock.pending, 0)
})
