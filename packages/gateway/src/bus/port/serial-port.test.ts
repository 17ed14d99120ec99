import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { type ByteStream, exceptionPdu, serve } from '@busbar/modbus'
import { openSerialPort } from '@busbar/serial'
import { SerialLine } from '@busbar/simulator'
import { Bus } from '../bus.ts'
import type { LineSettings } from '../request.ts'
import { bench, quietLog, readTwo, serial } from '../testing/line.ts'

const setPoints = { ok: Uint8Array.of(3, 4, 1, 44, 0, 10) }
const ask = { by: 'test', unit: 1, pdu: readTwo }

test('after a lost port, pending requests fail at once and the port is opened again', async () => {
  const on = await bench()
  const waiting = [1, 2, 3].map((unit) => on.bus.transact({ ...ask, unit }))
  on.clock.advance(5)
  on.port().unplug()
  const lostMs = on.clock.now()
  const answers = await on.clock.runUntil(Promise.all(waiting))
  assert.deepEqual(
    answers,
    [{ err: 'timeout' }, { err: 'closed' }, { err: 'closed' }],
    'what was sent may have been done',
  )
  assert.equal(on.clock.now(), lostMs)
  assert.deepEqual(await on.bus.transact(ask), { err: 'closed' }, 'so is who comes later')
  assert.match(on.bus.status().problem ?? '', /unplugged/)
  await on.clock.advanceAsync(100)
  assert.deepEqual(on.bus.status(), { isOpen: true, problem: null, line: serial })
  assert.deepEqual(await on.ask({}), setPoints)
})

test('retries after 100 ms, doubling to 3 s, and starts over after a stable connection', async () => {
  const clock = new VirtualClock()
  const line = new SerialLine({ clock, baud: 9600 })
  const attempts: number[] = []
  let port = line.attach()
  let isThere = false
  const openPort = async (): Promise<ByteStream> => {
    attempts.push(clock.now())
    if (!isThere) throw new Error('there is no such port')
    port = line.attach()
    return port
  }
  const warned: string[] = []
  const log = { info() {}, warn: (_: object, message: string) => warned.push(message) }
  const bus = new Bus({ openPort, clock, settings: serial, log })
  await bus.start()
  assert.deepEqual(bus.status(), { isOpen: false, problem: 'there is no such port', line: serial })
  await clock.advanceAsync(12_500)
  assert.deepEqual(attempts, [0, 100, 300, 700, 1500, 3100, 6100, 9100, 12_100])
  assert.equal(warned.length, 1, 'one problem, one line')
  isThere = true
  await clock.advanceAsync(10_000)
  port.unplug()
  const lostMs = clock.now()
  await clock.advanceAsync(200)
  assert.equal((attempts.at(-1) ?? 0) - lostMs, 100)
  await clock.runUntil(bus.stop())
  assert.deepEqual(await bus.transact(ask), { err: 'closed' })
  assert.equal(clock.pending, 0)
})

test('a port that hangs while it opens is given up, and closed when it comes after all', async () => {
  const clock = new VirtualClock()
  const line = new SerialLine({ clock, baud: 9600 })
  const late = Promise.withResolvers<ByteStream>()
  const bus = new Bus({ openPort: () => late.promise, clock, settings: serial, log: quietLog })
  await clock.runUntil(bus.start())
  assert.match(bus.status().problem ?? '', /does not open/)
  const port = line.attach()
  let isClosed = false
  port.on('close', () => (isClosed = true))
  const stopped = bus.stop()
  late.resolve(port)
  await clock.runUntil(stopped)
  assert.equal(isClosed, true)
})

test('space parity: reports the reason, rejects requests, and recovers with another format', async () => {
  const { clock, bus } = await bench({
    settings: { charFormat: 2 },
    openPort: async (line) =>
      line.charFormat === 2
        ? openSerialPort({ path: '/dev/ttyUSB0', baud: line.baudRate, charFormat: line.charFormat })
        : new SerialLine({ clock: new VirtualClock(), baud: 9600 }).attach(),
  })
  assert.match(bus.status().problem ?? '', /cannot send space parity; choose another format/)
  assert.deepEqual(await bus.transact(ask), { err: 'closed' })
  await bus.apply(serial)
  await clock.advanceAsync(0)
  assert.equal(bus.status().problem, null)
})

const fast: LineSettings = { baudRate: 115_200, charFormat: 4, frameMode: 0 }

test('a request of another speed has the line set for it, between the turns of others, and back', async () => {
  const on = await bench()
  const other = on.line.attach({ baud: fast.baudRate, charFormat: fast.charFormat })
  const handler = (unit: number): Uint8Array | undefined => (unit === 0x20 ? exceptionPdu(3, 2) : undefined)
  serve(other, { envelope: 'rtu', clock: on.clock, handler })
  const answers = await on.clock.runUntil(
    Promise.all([
      on.bus.transact(ask),
      on.bus.transact({ by: 'search', unit: 0x20, pdu: readTwo, line: fast, timeoutMs: 50 }),
      on.bus.transact({ ...ask, unit: 2 }),
      on.bus.transact({ by: 'search', unit: 0x21, pdu: readTwo, line: fast, timeoutMs: 50 }),
      on.bus.transact({ ...ask, unit: 3 }),
    ]),
  )
  assert.deepEqual(answers, [setPoints, { ok: Uint8Array.of(0x83, 2) }, setPoints, { err: 'timeout' }, setPoints])
  assert.deepEqual(
    on.opened.map(({ baudRate }) => baudRate),
    [9600, 115_200, 9600, 115_200, 9600],
  )
})

test('requests of one foreign line need no setting in between; an idle line goes back by itself', async () => {
  const on = await bench()
  for (const unit of [20, 21, 22]) await on.ask({ unit, line: fast, timeoutMs: 20 })
  assert.deepEqual(
    on.opened.map(({ baudRate }) => baudRate),
    [9600, 115_200],
  )
  await on.clock.advanceAsync(100)
  assert.deepEqual(on.bus.status().line, serial)
  assert.equal(on.opened.length, 3)
  assert.deepEqual(await on.ask({}), setPoints)
})

test('a foreign line that cannot be had fails its own request alone', async () => {
  const clock = new VirtualClock()
  const line = new SerialLine({ clock, baud: 9600 })
  const openPort = async (wanted: LineSettings): Promise<ByteStream> => {
    if (wanted.charFormat === 2) throw new Error('no space parity')
    return line.attach()
  }
  const bus = new Bus({ openPort, clock, settings: { ...serial, delayForRtuMs: 50 }, log: quietLog })
  await bus.start()
  const answers = [
    bus.transact({ by: 'search', unit: 1, pdu: readTwo, line: { ...fast, charFormat: 2 } }),
    bus.transact({ by: 'other', unit: 1, pdu: readTwo }),
  ]
  assert.deepEqual(await clock.runUntil(Promise.all(answers)), [{ err: 'closed' }, { err: 'timeout' }])
  assert.equal(bus.status().problem, null)
})

test('applies new settings from the next frame on and keeps pending requests', async () => {
  const on = await bench()
  const answers = [1, 2, 3].map((unit) => on.bus.transact({ ...ask, unit }))
  await on.clock.advanceAsync(10)
  await on.bus.apply({ ...serial, baudRate: 19_200, delayForRtuMs: 60 })
  // The first was under way; the ovens do not understand the new speed.
  assert.deepEqual(await on.clock.runUntil(Promise.all(answers)), [setPoints, { err: 'timeout' }, { err: 'timeout' }])
  assert.deepEqual(
    on.opened.map(({ baudRate }) => baudRate),
    [9600, 19_200],
  )
  await on.bus.apply(serial)
  await on.clock.advanceAsync(1000)
  assert.deepEqual(await on.ask({}), setPoints)
})
