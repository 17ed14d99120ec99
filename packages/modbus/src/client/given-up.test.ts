import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { envelopes } from '../envelope/index.ts'
import { hex, unhex } from '../hex.ts'
import { ManualStream } from '../testing/manual-stream.ts'
import { Client } from './client.ts'

test('expects the late answer to a cancelled request for as long as any other', async () => {
  const [stream, clock] = [new ManualStream(), new VirtualClock()]
  const client = new Client(stream, { envelope: 'rtu', clock, timeoutMs: 1000 })
  const read = (address: number, timeoutMs?: number) =>
    client.ask(1, { fn: 3, address, count: 1 }, timeoutMs === undefined ? {} : { timeoutMs })
  const say = (pdu: string): void =>
    stream.hear(hex(envelopes.rtu.encode({ transaction: 0, unit: 1, pdu: unhex(pdu) })))
  const first = read(0, 50)
  await clock.advanceAsync(50)
  assert.deepEqual(await first, { err: 'timeout' })
  await clock.advanceAsync(10_900)
  const second = read(7)
  assert.deepEqual(stream.sent().slice(1), ['01 03 00 07 00 02 75 ca'], 'longer, so that it can be told apart')
  say('03 02 de ad')
  say('03 04 00 07 00 08')
  assert.deepEqual(await second, { ok: { fn: 3, words: Uint16Array.of(7) } })
})

test('ends expired requests together and continues the others', async () => {
  const stream = new ManualStream()
  const clock = new VirtualClock()
  const client = new Client(stream, { envelope: 'tcp', clock, depth: 4, timeoutMs: 100 })
  const early = [0, 1, 2].map((address) => client.ask(1, { fn: 3, address, count: 1 }))
  const longer = client.ask(1, { fn: 3, address: 3, count: 1 }, { timeoutMs: 300 })
  await clock.advanceAsync(100)
  for (const outcome of await Promise.all(early)) assert.deepEqual(outcome, { err: 'timeout' })
  stream.hear('00 02 00 00 00 05 01 03 02 00 01 00 04 00 00 00 05 01 03 02 00 04')
  assert.deepEqual(await longer, { ok: { fn: 3, words: Uint16Array.of(4) } })
  assert.deepEqual(client.counters, { sent: 4, answered: 1, timeouts: 3, late: 1, stray: 0, held: 0 })
})
