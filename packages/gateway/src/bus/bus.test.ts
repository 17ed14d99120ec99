import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { monotonicClock, VirtualClock } from '@busbar/kit'
import { answerFrom, MemoryBank, serve } from '@busbar/modbus'
import { openPty, openSerialPort } from '@busbar/serial'
import { Bus } from './bus.ts'
import type { LineSettings } from './request.ts'
import { bench, quietLog, readTwo, serial } from './testing/line.ts'

test('over a real port: reads, writes, silence, another speed, and the port vanishing', async () => {
  const pty = await openPty()
  const bank = new MemoryBank({ size: 100 })
  bank.holding.set([7, 8])
  const isReached = Promise.withResolvers<void>()
  serve(pty, {
    envelope: 'rtu',
    handler: (unit, pdu) => {
      if (unit === 19) isReached.resolve()
      return unit === 17 ? answerFrom(bank, pdu) : undefined
    },
  })
  const openPort = ({ baudRate, charFormat }: LineSettings) =>
    openSerialPort({ path: pty.path, baud: baudRate, charFormat })
  const bus = new Bus({ openPort, clock: monotonicClock, settings: { ...serial, baudRate: 115_200 }, log: quietLog })
  await bus.start()
  const ask = (unit: number, pdu: number[], more: object = {}) =>
    bus.transact({ by: 'test', unit, pdu: Uint8Array.from(pdu), timeoutMs: 5000, ...more })
  const two = { ok: Uint8Array.of(3, 4, 0, 7, 0, 8) }
  assert.deepEqual(await ask(17, [6, 0, 5, 0, 9]), { ok: Uint8Array.of(6, 0, 5, 0, 9) })
  assert.equal(bank.holding[5], 9)
  const many = await Promise.all(Array.from({ length: 16 }, () => ask(17, [3, 0, 0, 0, 2])))
  for (const answer of many) assert.deepEqual(answer, two)
  assert.deepEqual(await ask(18, [3, 0, 0, 0, 2], { timeoutMs: 20 }), { err: 'timeout' })
  const line: LineSettings = { baudRate: 19_200, charFormat: 4, frameMode: 0 }
  assert.deepEqual(await ask(17, [3, 0, 0, 0, 2], { line }), two)
  assert.deepEqual(await ask(17, [3, 0, 0, 0, 2]), two)
  const sent = ask(19, [3, 0, 0, 0, 2], { timeoutMs: 60_000 })
  const waiting = ask(17, [3, 0, 0, 0, 2])
  await isReached.promise
  await pty.close()
  assert.deepEqual(await sent, { err: 'timeout' }, 'what was sent may have been done')
  assert.deepEqual(await waiting, { err: 'closed' })
  await bus.stop()
})

test('a bus that neither answers nor gives up is stuck; one that is silent is not', async (t) => {
  const clock = new VirtualClock(0)
  let isHanging = false
  const bus = new Bus({
    openPort: async () => {
      const port = new EventEmitter()
      return Object.assign(port, { write: () => true, destroy: () => void port.emit('close') })
    },
    // A clock that never rings stands for whatever could hang.
    clock: { now: () => clock.now(), after: (...args) => (isHanging ? () => {} : clock.after(...args)) },
    settings: serial,
    log: quietLog,
  })
  t.after(() => bus.stop())
  await bus.start()
  const request = { by: 'test', unit: 1, pdu: Uint8Array.of(3, 0, 0, 0, 1), timeoutMs: 1000 }
  assert.equal(bus.isStuck, false)
  const silent = [1, 2, 3].map(() => bus.transact(request))
  await clock.advanceAsync(60_000)
  assert.equal((await Promise.all(silent)).length, 3)
  assert.equal(bus.isStuck, false)
  isHanging = true
  const hanging = bus.transact(request)
  await clock.advanceAsync(21_000)
  assert.equal(bus.isStuck, false)
  await clock.advanceAsync(1)
  assert.equal(bus.isStuck, true)
  await bus.stop()
  await hanging
  assert.equal(bus.isStuck, false)
})

test('eight reads of a task take at most three times as long beside 32 busy clients as alone', async () => {
  const on = await bench()
  const runOf = async (): Promise<number> => {
    const begunMs = on.clock.now()
    for (let n = 0; n < 8; n += 1) {
      const answer = await on.bus.transact({ by: 'task OVEN.TSK', unit: 1 + (n % 5), pdu: readTwo })
      assert.ok('ok' in answer)
    }
    return on.clock.now() - begunMs
  }
  const aloneMs = await on.clock.runUntil(runOf())
  const over = new AbortController()
  const clients = Array.from({ length: 32 }, async (_, n) => {
    while (!over.signal.aborted)
      await on.bus.transact({ by: `tcp ${n}`, client: `10.0.0.${n}`, unit: 1 + (n % 5), pdu: readTwo })
  })
  const besideMs = await on.clock.runUntil(runOf())
  over.abort()
  await on.clock.runUntil(Promise.all(clients))
  assert.ok(besideMs <= 3 * aloneMs, `${besideMs} ms beside them, ${aloneMs} ms alone`)
})
