import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { Client } from '@busbar/modbus'
import { listen } from '@busbar/modbus/net'
import { Plant } from '../plant/plant.ts'
import { swarm } from '../plants/swarm.ts'
import { workshop } from '../plants/workshop.ts'
import { type CallBackOptions, serveCallBack } from './call-back.ts'
import { GatewayKey, ProofExchange } from './call-back-proof.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const unhex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'))
const of = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

interface GatewayCall {
  announcement: string
  client: Client
  socket: Socket
}

/** A cloud of sockets alone: it hears who calls, and then is the master. */
const startCloud = async (t: TestContext) => {
  const calls: GatewayCall[] = []
  const waiting: ((call: GatewayCall) => void)[] = []
  const onConnection = (socket: Socket): void => {
    socket.once('data', (bytes: Buffer) => {
      const call = {
        announcement: hex(bytes),
        client: new Client(socket, { envelope: 'tcp', timeoutMs: 60_000 }),
        socket,
      }
      const next = waiting.shift()
      if (next === undefined) calls.push(call)
      else next(call)
    })
  }
  const listener = await listen({ port: 0, envelope: 'tcp', handler: () => undefined, onConnection })
  t.after(() => listener.close())
  const next = async (): Promise<GatewayCall> => calls.shift() ?? new Promise((resolve) => waiting.push(resolve))
  return { port: listener.port, next }
}

const setUp = async (t: TestContext, options: Partial<CallBackOptions> = {}) => {
  const cloud = await startCloud(t)
  const clock = new VirtualClock()
  const plant = new Plant({ ...workshop, seed: 'busbar' }, { clock, startMs: Date.UTC(2026, 4, 4, 12), speed: 0 })
  const calling = serveCallBack(plant, { port: cloud.port, ...options })
  t.after(() => calling.close())
  clock.advance(0)
  const [site] = calling.sites
  assert.ok(site)
  const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))
  return { clock, plant, calling, site, next: cloud.next, closed }
}

test('a gateway announces itself, takes its code, and its devices answer', async (t) => {
  const codes: (number | null)[] = []
  const { calling, site, next } = await setUp(t, { onCode: ({ code }) => codes.push(code) })
  const { announcement, client } = await next()
  const mac = site.mac.split(':').map((byte) => `00${byte}`)
  assert.equal(announcement, `000000000019ff031602080001${mac.join('')}000105f5e100`)
  assert.equal(calling.codeOf('workshop'), null)
  const written = await client.ask(255, { fn: 16, address: 1009, words: [188, 24_910] })
  assert.deepEqual(written, { ok: { fn: 16, address: 1009, count: 2 } })
  assert.equal(calling.codeOf('workshop'), 12_345_678)
  assert.deepEqual(await client.ask(255, { fn: 3, address: 1008, count: 3 }), {
    ok: { fn: 3, words: Uint16Array.of(3, 188, 24_910) },
  })
  await client.ask(255, { fn: 16, address: 1009, words: [0, 0] })
  assert.deepEqual([site.code, site.isActivated, codes], [null, true, [12_345_678, null]])
  assert.deepEqual(await client.ask(255, { fn: 3, address: 1008, count: 1 }), {
    ok: { fn: 3, words: Uint16Array.of(9) },
  })
  assert.deepEqual(await client.ask(255, { fn: 3, address: 999, count: 1 }), { err: 'IllegalDataAddress' })
  assert.deepEqual(await client.ask(255, { fn: 6, address: 1009, word: 1 }), { err: 'IllegalDataAddress' })
  assert.ok('ok' in (await client.ask(1, { fn: 4, address: 0, count: 2 })))
})

test('the proofs are those of the page that describes them', () => {
  // Signed by OpenSSL: the gateway's private key is 32 times 01, the cloud's 32 times 02.
  const proof = `4201 8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c ${'22'.repeat(32)}
    6bd08bf9b638f53de8c395e99aea1549dd834b26aed641b71eeeaec0b6e7afe5b9799f982ff96cd9018d2bef5e971cf8e371a2465a7768ef2257f4623ed27c03`
  const cloud = unhex(`4202 8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394
    71d1164b8f2b717188d4e048810bb4e26bbf6fc25acbe932924db8b9954b033d147381e1043f089efeb6234c3a34622515a891f9a9233bd466bcaa67c8b8e40e`)
  const proving = new ProofExchange(new GatewayKey(of(1)), unhex('02005e100001'), of(0x33), of(0x22))
  assert.equal(hex(proving.answer(unhex(`4201${'11'.repeat(32)}`), null) ?? of(0)), hex(unhex(proof)))
  const reply = (pdu: Uint8Array, pinned: Uint8Array | null) => hex(proving.answer(pdu, pinned) ?? of(0))
  const cloudKey = (): string => hex(proving.cloudKey ?? new Uint8Array())
  assert.equal(reply(cloud.with(97, 0), null), '420200')
  assert.equal(reply(cloud, of(7)), '420200')
  assert.equal(cloudKey(), '')
  assert.equal(reply(cloud, cloud.subarray(2, 34)), '420201')
  assert.equal(cloudKey(), hex(cloud.subarray(2, 34)))
  assert.equal(proving.answer(unhex('4203'), null), undefined)
})

test('answers the challenge with a key, and reports an unknown function without one', async (t) => {
  const question = Uint8Array.of(66, 1, ...of(9))
  const [keyed, keyless] = [await setUp(t), await setUp(t, { keyOf: () => null })]
  const proof = await (await keyed.next()).client.transact(255, question)
  assert.ok('ok' in proof && proof.ok.length === 130)
  const refusal = await (await keyless.next()).client.transact(255, question)
  assert.equal('ok' in refusal && hex(refusal.ok), 'c201')
})

describe('when the line ends', () => {
  test('reconnects with a delay that grows with each failure', async (t) => {
    const { clock, next, closed, site } = await setUp(t)
    for (const waitMs of [1000, 2000, 4000]) {
      const { socket } = await next()
      socket.destroy()
      await closed(socket)
      while (site.isConnected) await new Promise(setImmediate)
      clock.advance(waitMs / 2 - 1)
      assert.equal(site.isConnected, false)
      clock.advance(waitMs / 2 + 1)
    }
    assert.match((await next()).announcement, /^000000000019ff0316/)
  })

  test('flapping: it is gone, and calls when it is back', async (t) => {
    const { clock, plant, next, closed } = await setUp(t)
    const { client, socket } = await next()
    assert.ok('ok' in (await client.ask(1, { fn: 4, address: 0, count: 2 })))
    plant.faults.set('workshop', 'flapping', { upMs: 1000, downMs: 5000 })
    clock.advance(1000)
    await closed(socket)
    clock.advance(5000)
    assert.ok('ok' in (await (await next()).client.ask(1, { fn: 4, address: 0, count: 2 })))
  })

  test('half-open: it says nothing, and the end of it is the end of the connection', async (t) => {
    const { plant, next, closed } = await setUp(t)
    const { client, socket } = await next()
    plant.faults.set('workshop', 'half-open')
    const read = client.ask(1, { fn: 4, address: 0, count: 2 })
    plant.faults.clear('workshop')
    await closed(socket)
    assert.deepEqual(await read, { err: 'closed' })
  })
})

test('only the sites that were chosen call, each under its own MAC', async (t) => {
  const { port, next } = await startCloud(t)
  const plant = new Plant(swarm({ sites: 300, units: 1 }))
  const chosen = Array.from({ length: 299 }, (_, i) => `site-${i + 2}`)
  const calling = serveCallBack(plant, { port, sites: chosen })
  t.after(() => calling.close())
  const announcements = new Set<string>()
  for (let i = 0; i < 299; i += 1) announcements.add((await next()).announcement)
  assert.equal(announcements.size, 299)
  assert.equal(calling.sites.length, 299)
})
