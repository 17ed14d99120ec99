import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { rtu } from '../envelope/rtu.ts'
import { hex, unhex } from '../hex.ts'
import { ManualStream } from '../testing/manual-stream.ts'
import { Client } from './client.ts'

const setUp = (envelope: 'tcp' | 'rtu') => {
  const stream = new ManualStream()
  const clock = new VirtualClock()
  const seen: unknown[] = []
  const client = new Client(stream, {
    envelope,
    clock,
    timeoutMs: 100,
    watch: {
      onSent: () => {},
      onSettled: (unit, outcome, sentMs, nowMs, { pdu, origin }) =>
        seen.push([unit, 'ok' in outcome ? hex(outcome.ok) : outcome.err, nowMs - sentMs, hex(pdu), origin]),
      onUnclaimed: ({ unit, pdu }, how) => seen.push([how, unit, hex(pdu)]),
    },
  })
  return { stream, clock, client, seen }
}

const answerOf = (unit: number): string => hex(rtu.encode({ transaction: 0, unit, pdu: unhex('03 02 00 2a') }))

test('a watch sees what was sent, who asked, and what came', async () => {
  const { stream, client, seen, clock } = setUp('tcp')
  const asking = client.ask(3, { fn: 3, address: 7, count: 1 }, { origin: 'Ann' })
  await clock.advanceAsync(40)
  stream.hear('00 01 00 00 00 05 03 03 02 00 2a')
  await asking
  assert.deepEqual(seen, [[3, '03 02 00 2a', 40, '03 00 07 00 01', 'Ann']])
})

test('a watch receives unmatched frames', async () => {
  const { stream, client, seen, clock } = setUp('rtu')
  const asking = client.ask(3, { fn: 3, address: 7, count: 1 })
  stream.hear(answerOf(4))
  await clock.advanceAsync(100)
  assert.deepEqual(await asking, { err: 'timeout' })
  stream.hear(answerOf(3))
  assert.deepEqual(seen, [
    ['stray', 4, '03 02 00 2a'],
    [3, 'timeout', 100, '03 00 07 00 01', undefined],
    ['late', 3, '03 02 00 2a'],
  ])
})
