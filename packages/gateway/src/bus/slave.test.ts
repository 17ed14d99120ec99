import assert from 'node:assert/strict'
import { test } from 'node:test'
import { envelopes } from '@busbar/modbus'
import { charTimeMs } from '@busbar/serial'
import type { LinePort } from '@busbar/simulator'
import { quietMs } from './master/timing.rules.ts'
import { type Bench, bench, readTwo } from './testing/line.ts'

const answer = Uint8Array.of(3, 4, 0, 7, 0, 8)
const write = Uint8Array.of(6, 0, 1, 0, 10)

interface SlaveRequest {
  unit: number
  pdu: number[]
}

/** A bus as slave with unit 17, and a foreign master's port. */
async function slaveBench(options: { echo?: boolean; frameMode?: 0 | 1; afterMs?: number } = {}) {
  const requests: SlaveRequest[] = []
  const on: Bench = await bench({
    devices: false,
    echo: options.echo ?? false,
    settings: { hdxMode: 0, frameMode: options.frameMode ?? 0 },
    slave: async (unit, pdu) => {
      requests.push({ unit, pdu: [...pdu] })
      if (options.afterMs !== undefined) await new Promise<void>((done) => on.clock.after(options.afterMs ?? 0, done))
      return unit === 17 || unit === 0 ? (pdu[0] === 6 ? pdu : answer) : undefined
    },
  })
  const master: LinePort = on.line.attach()
  const received: { atMs: number; byte: number }[] = []
  master.on('data', (bytes) => received.push(...Array.from(bytes, (byte) => ({ atMs: on.clock.now(), byte }))))
  const envelope = options.frameMode === 1 ? envelopes.ascii : envelopes.rtu
  return {
    ...on,
    requests,
    received,
    frame: (unit: number, pdu: Uint8Array) => envelope.encode({ transaction: 0, unit, pdu }),
    /** Says it, waits, and gives what was heard meanwhile. */
    async say(bytes: Uint8Array, waitMs = 200): Promise<Uint8Array> {
      received.length = 0
      master.write(bytes)
      await on.clock.advanceAsync(waitMs)
      return Uint8Array.from(received, ({ byte }) => byte)
    },
  }
}

const nothing = new Uint8Array()

test('a master is answered for our unit, after the silence; others are passed by', async () => {
  const on = await slaveBench()
  const startMs = on.clock.now()
  assert.deepEqual(await on.say(on.frame(17, readTwo)), on.frame(17, answer))
  const charMs = charTimeMs(9600, 0)
  const beganMs = (on.received[0]?.atMs ?? 0) - charMs - startMs - 8 * charMs
  assert.ok(Math.abs(beganMs - quietMs(on.bus.status().line, 0)) < 1e-6, String(beganMs))
  assert.deepEqual(await on.say(on.frame(18, readTwo)), nothing)
  assert.deepEqual(await on.say(on.frame(0, write)), nothing, 'a broadcast is heard and not answered')
  assert.deepEqual(
    on.requests.map(({ unit }) => unit),
    [17, 18, 0],
  )
  assert.equal(on.bus.isSlave, true)
  assert.deepEqual(await on.bus.transact({ by: 'a', unit: 1, pdu: readTwo }), { err: 'slave' })
})

test('between the answers of other units a request is found', async () => {
  const on = await slaveBench()
  const talk = Buffer.concat([
    on.frame(5, Uint8Array.of(3, 6, 1, 2, 3, 4, 5, 6)),
    Uint8Array.of(9, 16, 0),
    on.frame(17, readTwo),
  ])
  assert.deepEqual(await on.say(talk), on.frame(17, answer))
})

test('ASCII', async () => {
  const on = await slaveBench({ frameMode: 1 })
  assert.deepEqual(await on.say(on.frame(17, readTwo)), on.frame(17, answer))
  assert.deepEqual(
    await on.say(Buffer.concat([on.frame(17, readTwo).subarray(0, 5), on.frame(17, write)])),
    on.frame(17, write),
  )
})

test('our own voice is no request, whatever comes first', async () => {
  for (const first of [readTwo, write]) {
    const on = await slaveBench({ echo: true })
    for (const pdu of [first, write, write, readTwo])
      assert.deepEqual(await on.say(on.frame(17, pdu)), on.frame(17, pdu === write ? write : answer))
    assert.equal(on.requests.length, 4)
  }
})

test('a master without echo may say the same twice', async () => {
  const on = await slaveBench()
  for (const pdu of [write, write, readTwo, write, write])
    assert.deepEqual(await on.say(on.frame(17, pdu)), on.frame(17, pdu === write ? write : answer))
  assert.equal(on.requests.length, 5)
})

test('an answer that comes when the master has gone on, or given up, is not sent', async () => {
  const on = await slaveBench({ afterMs: 100 })
  await on.say(on.frame(17, write), 50)
  assert.deepEqual(await on.say(on.frame(17, readTwo)), on.frame(17, answer), 'one answer, to the second')
  const slow = await slaveBench({ afterMs: 3000 })
  assert.deepEqual(await slow.say(slow.frame(17, readTwo), 5000), nothing)
})

test('the port serves a master, then a slave, then raw bytes', async () => {
  const on = await slaveBench()
  const { bus, clock } = on
  const base = bus.status().line
  const settings = { ...base, delayForRtuQ: 0, delayForRtuMs: 50, delayForAsciiMs: 0 }
  await bus.apply({ ...settings, hdxMode: 1 })
  assert.equal(bus.isSlave, false)
  const waiting = [1, 2].map((unit) => bus.transact({ by: 'a', unit, pdu: readTwo }))
  await bus.apply({ ...settings, hdxMode: 0 })
  assert.deepEqual(await clock.runUntil(Promise.all(waiting)), [{ err: 'slave' }, { err: 'slave' }])
  await clock.advanceAsync(100)
  assert.deepEqual(await on.say(on.frame(17, readTwo)), on.frame(17, answer))
  await bus.apply({ ...settings, hdxMode: 2 })
  assert.deepEqual(await bus.transact({ by: 'a', unit: 1, pdu: readTwo }), { err: 'closed' })
  assert.deepEqual(await on.say(on.frame(17, readTwo)), nothing)
})
