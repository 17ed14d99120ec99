import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { dial } from '@busbar/modbus/net'
import type { Requester } from '../bus/gate/requester.ts'
import { TcpServer } from './tcp-server.ts'

const host = '127.0.0.1'
const clientsCount = 32
const perSourceMax = 16
const rounds = 20

/**
 * A bus that takes one request at a time, by turns. It is so slow that a client that was answered has asked again before it is its turn: it waits
 * until all have something to ask.
 */
class SlowBus {
  readonly #queues = new Map<string, (() => void)[]>()
  readonly served = new Map<string, number>()
  longest = 0

  ask = (requester: Requester, unit: number): Promise<Uint8Array> =>
    new Promise((resolve) => {
      const queue = this.#queues.get(requester.name) ?? []
      queue.push(() => resolve(Uint8Array.of(3, 2, 0, unit)))
      this.longest = Math.max(this.longest, queue.length)
      this.#queues.set(requester.name, queue)
    })

  async serve(count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      await until(() => this.#queues.size >= clientsCount)
      const [next] = this.#queues
      if (next === undefined) return
      const [name, queue] = next
      queue.shift()?.()
      this.served.set(name, (this.served.get(name) ?? 0) + 1)
      this.#queues.delete(name)
      if (queue.length > 0) this.#queues.set(name, queue)
    }
  }
}

test('of 32 clients one floods: each of the others gets at least 90% of its fair share', async (t) => {
  const bus = new SlowBus()
  const log = { warn() {}, error() {} }
  const settings = { ethListenPort: 0, delayForKeepaliveSec: null, ethClientsProtocol: 2 }
  const gate = { isOpen: true, ask: bus.ask }
  const server = new TcpServer({ settings, listenAddress: { host }, gate, clock: new VirtualClock(), log })
  await server.start()
  t.after(() => server.stop())
  const flood = connect({ host, port: server.port })
  t.after(() => flood.destroy())
  await once(flood, 'connect')
  const frame = Buffer.from('000100000006010300000001', 'hex')
  let refusals = 0
  flood.on('error', () => {})
  flood.write(Buffer.concat(new Array<Buffer>(200).fill(frame)))
  flood.on('data', (bytes: Buffer) => {
    refusals += bytes.toString('hex').split('018306').length - 1
    flood.write(frame)
  })
  const answered = new Array<number>(clientsCount - 1).fill(0)
  const over = new AbortController()
  const polite = answered.map(async (_, i) => {
    const client = await dial({ host, port: server.port, envelope: 'tcp', timeoutMs: 60_000 })
    t.after(() => client.close())
    while (!over.signal.aborted) {
      const outcome = await client.ask(1, { fn: 3, address: 0, count: 1 })
      if ('ok' in outcome) answered[i] = (answered[i] ?? 0) + 1
    }
  })
  await bus.serve(clientsCount * rounds)
  over.abort()
  assert.equal(server.status().clients.length, clientsCount)
  assert.equal(bus.served.size, clientsCount)
  for (const count of answered) assert.ok(count >= 0.9 * rounds, `${count} of ${rounds}`)
  assert.ok(refusals > 0)
  assert.equal(bus.longest, perSourceMax)
  await server.stop()
  await Promise.all(polite)
})
