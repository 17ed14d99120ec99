import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { ExchangeResult, ModbusClient } from '@busbar/polling'
import { Realtime, type RequestedParam } from './realtime.ts'

/** A device of its own for each, on one line. */
const rowOf = (id: number): RequestedParam => ({
  id,
  deviceId: id,
  netId: 1,
  protocol: 'modbustcp',
  isNetOff: false,
  isDeviceOff: false,
  unit: id % 256,
  readGroupSize: 100,
  kind: 'holding',
  address: id,
  format: JSON.stringify(['u16', 'ABCD', null, null, '1', '0', null, null, null, null, null, null, null]),
})

test('a thousand devices of one network are read as far as the time goes, and none is turned away', async () => {
  const clock = new VirtualClock()
  let inFlight = 0
  let peak = 0
  const link: ModbusClient = {
    ask: (_unit, _request, { deadlineMs = 0 }) =>
      new Promise((resolve) => {
        inFlight += 1
        peak = Math.max(peak, inFlight)
        const answerMs = 1000
        clock.after(Math.min(answerMs, deadlineMs), () => {
          inFlight -= 1
          const answer = deadlineMs < answerMs ? { err: 'timeout' } : { ok: { fn: 3, words: [7] } }
          resolve(answer as ExchangeResult<never>)
        })
      }),
    transact: () => Promise.resolve({ err: 'closed' }),
  }
  const realtime = new Realtime({ clock, link: () => link })
  const began = clock.now()
  let tookMs = 0
  const reading = realtime.read(Array.from({ length: 1000 }, (_, at) => rowOf(at + 1))).finally(() => {
    tookMs = clock.now() - began
  })
  for (let step = 0; step < 40; step += 1) await clock.advanceAsync(500)
  const results = [...(await reading).values()]
  assert.ok(tookMs > 0 && tookMs <= 16_000, 'it has an end')
  assert.ok(peak <= 32, `${peak} at once leave room for others`)
  assert.equal(results.length, 1000)
  const counts = Object.groupBy(results, (result) => ('value' in result ? 'read' : result.err))
  assert.deepEqual([counts['read']?.length, counts['Timeout']?.length], [32 * 15, 1000 - 32 * 15])
})
