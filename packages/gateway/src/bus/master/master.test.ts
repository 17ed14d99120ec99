import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charTimeMs } from '@busbar/serial'
import type { BusAnswer } from '../request.ts'
import { type Bench, bench, readTwo } from '../testing/line.ts'
import { quietMs } from './timing.rules.ts'

const setPoints = Uint8Array.of(3, 4, 1, 44, 0, 10)
const writeTen = Uint8Array.of(6, 0, 1, 0, 10)

/** Asks many at once and lets time pass until all are answered. */
const askAll = (on: Bench, requests: { by?: string; unit: number; pdu?: Uint8Array }[]): Promise<BusAnswer[]> =>
  on.clock.runUntil(Promise.all(requests.map((request) => on.bus.transact({ by: 'test', pdu: readTwo, ...request }))))

/** The gateway listens for a second answer behind the first one of each unit. */
const meet = async (on: Bench, units: readonly number[]): Promise<void> => {
  for (const unit of units) await on.ask({ unit })
  on.wire.length = 0
}

/** Frames on the wire: runs of bytes without a pause of two characters. */
function frames({ wire }: Bench, charMs: number): { fromMs: number; toMs: number; bytes: number[] }[] {
  const found: { fromMs: number; toMs: number; bytes: number[] }[] = []
  for (const { atMs, byte } of wire) {
    const last = found.at(-1)
    if (last !== undefined && atMs - last.toMs < 2 * charMs) {
      last.bytes.push(byte)
      last.toMs = atMs
    } else found.push({ fromMs: atMs - charMs, toMs: atMs, bytes: [byte] })
  }
  return found
}

test('units answer, exceptions are answers, and a broadcast has none', async () => {
  const on = await bench()
  assert.deepEqual(await on.ask({ unit: 1 }), { ok: setPoints })
  assert.deepEqual(await on.ask({ unit: 2, pdu: Uint8Array.of(3, 1, 0, 0, 2) }), { ok: Uint8Array.of(0x83, 2) })
  assert.deepEqual(await on.ask({ unit: 3, pdu: Uint8Array.of(99, 1) }), { ok: Uint8Array.of(0xe3, 1) })
  const sentMs = on.clock.now()
  assert.deepEqual(await on.ask({ unit: 0, pdu: Uint8Array.of(6, 0, 0, 1, 0) }), { ok: new Uint8Array() })
  const quietForMs = on.clock.now() - sentMs - 8 * charTimeMs(9600, 0)
  assert.ok(quietForMs >= 100 && quietForMs <= 200, String(quietForMs))
  for (const unit of [1, 5]) assert.deepEqual(await on.ask({ unit }), { ok: Uint8Array.of(3, 4, 1, 0, 0, 10) })
  assert.deepEqual(await on.ask({ unit: 0 }), { err: 'timeout' }, 'what nobody would answer is not sent')
  assert.equal(on.line.statistics.collisions, 0)
})

test('ASCII goes the same way', async () => {
  const on = await bench({ settings: { frameMode: 1, charFormat: 4 } })
  assert.deepEqual(await on.ask({ unit: 1 }), { ok: setPoints })
  assert.deepEqual(await on.ask({ unit: 5, pdu: writeTen }), { ok: writeTen })
  on.plant.faults.set('line/1', 'bad-crc')
  assert.deepEqual(await on.ask({ unit: 1 }), { err: 'crc' })
  assert.deepEqual(await on.ask({ unit: 9 }), { err: 'timeout' })
})

test('between frames lies the silence of the speed, at every speed, and never less', async () => {
  for (const baudRate of [1200, 9600, 19_200, 38_400, 115_200]) {
    for (const charFormat of [0, 3, 4] as const) {
      for (const delayForRtuQ of [0, 2]) {
        const on = await bench({ settings: { baudRate, charFormat, delayForRtuQ } })
        await meet(on, [1, 2, 3])
        await askAll(on, [{ unit: 1 }, { unit: 2 }, { unit: 3 }])
        const charMs = charTimeMs(baudRate, charFormat)
        const [, one, two, three, four] = frames(on, charMs)
        const silenceMs = quietMs({ baudRate, charFormat, frameMode: 0 }, delayForRtuQ)
        for (const gapMs of [(two?.fromMs ?? 0) - (one?.toMs ?? 0), (four?.fromMs ?? 0) - (three?.toMs ?? 0)])
          assert.ok(Math.abs(gapMs - silenceMs) < 1e-6, `${baudRate} ${charFormat}: ${gapMs} is not ${silenceMs}`)
      }
    }
  }
})

test('a request that finds the line quiet is on the wire before transact returns', async () => {
  const on = await bench()
  await on.ask({})
  on.clock.advance(10)
  const written: number[] = []
  const port = on.port()
  const write = port.write.bind(port)
  port.write = (bytes) => {
    written.push(bytes.length)
    return write(bytes)
  }
  const answer = on.bus.transact({ by: 'test', unit: 2, pdu: readTwo })
  assert.deepEqual(written, [8])
  assert.deepEqual(await on.clock.runUntil(answer), { ok: setPoints })
})

test('the time for an answer is sending, the setting and the transfer of the answer', async () => {
  const rows: [settings: object, timeoutMs: number | undefined, beginsMs: number][] = [
    [{}, undefined, 500],
    [{ delayForRtuMs: 70 }, undefined, 70],
    [{ delayForRtuMs: 70 }, 30, 30],
  ]
  for (const [settings, timeoutMs, beginsMs] of rows) {
    const on = await bench({ settings })
    on.clock.advance(10)
    const startMs = on.clock.now()
    const answer = await on.ask({ unit: 9, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
    assert.deepEqual(answer, { err: 'timeout' })
    const expectedMs = (8 + 9) * charTimeMs(9600, 0) + beginsMs
    assert.ok(Math.abs(on.clock.now() - startMs - expectedMs) < 1e-6)
  }
})

test('a late answer of one unit answers neither it nor another', async () => {
  const on = await bench({ settings: { delayForRtuMs: 100 } })
  on.plant.faults.set('line/1', 'late', { ms: 150 })
  const first = on.bus.transact({ by: 'a', unit: 1, pdu: Uint8Array.of(3, 0, 0, 0, 1) })
  const second = on.bus.transact({ by: 'a', unit: 1, pdu: Uint8Array.of(3, 0, 1, 0, 1) })
  const other = on.bus.transact({ by: 'b', unit: 2, pdu: Uint8Array.of(3, 0, 2, 0, 1) })
  assert.deepEqual(await on.clock.runUntil(first), { err: 'timeout' })
  on.plant.faults.clear('line/1')
  assert.deepEqual(await on.clock.runUntil(other), { ok: Uint8Array.of(3, 2, 1, 104) })
  assert.deepEqual(await on.clock.runUntil(second), { ok: Uint8Array.of(3, 2, 0, 10) }, 'its own register')
})

test('a unit that is always late, by more than it is waited for twice, never answers for another register', async () => {
  const on = await bench({ settings: { delayForRtuMs: 100 } })
  on.plant.faults.set('line/1', 'late', { ms: 250 })
  const values = [300, 10, 360]
  for (let i = 0; i < 20; i += 1) {
    const got = await on.ask({ pdu: Uint8Array.of(3, 0, i % 3, 0, 1) })
    if ('ok' in got) assert.equal(((got.ok[2] ?? 0) << 8) | (got.ok[3] ?? 0), values[i % 3])
  }
  assert.ok(on.clock.now() < 20 * 300 + 1000, 'and is let go by its answers')
})

test('a late response, whatever the next request, never returns the value of another register', async () => {
  const values = [300, 10, 360]
  let overtaken = 0
  // Up to two more timeouts: a collision lets the simulated ovens find the request 20 ms later still.
  for (let lateMs = 100; lateMs <= 285; lateMs += 5) {
    const on = await bench({ settings: { delayForRtuMs: 100 } })
    on.plant.faults.set('line/1', 'late', { ms: lateMs })
    const ask = (unit: number, register: number): Promise<BusAnswer> =>
      on.bus.transact({ by: `${unit}`, unit, pdu: Uint8Array.of(3, 0, register, 0, 1) })
    const requests = [0, 1, 2].flatMap((register) =>
      [1, 2, 3].map((unit) => ({ register, answer: ask(unit, register) })),
    )
    for (const { register, answer } of requests) {
      const got = await on.clock.runUntil(answer)
      if ('err' in got) overtaken += 1
      else assert.equal(((got.ok[2] ?? 0) << 8) | (got.ok[3] ?? 0), values[register], `${lateMs} ms late`)
    }
  }
  assert.ok(overtaken >= 60, String(overtaken))
})

test('rejects at once a request that a late response could match; other requests continue', async () => {
  const on = await bench({ settings: { delayForRtuMs: 100 } })
  const write = { by: 'a', unit: 9, pdu: Uint8Array.of(16, 0, 0, 0, 1, 2, 0, 7) }
  assert.deepEqual(await on.ask({ by: 'a', unit: 1 }), { ok: setPoints })
  const sentMs = on.clock.now()
  assert.deepEqual(await on.ask(write), { err: 'timeout' })
  const toldMs = on.clock.now()
  assert.deepEqual(await on.ask({ ...write, by: 'b' }), { err: 'timeout' })
  assert.ok(on.clock.now() - toldMs < 10, 'as soon as the line is quiet')
  for (let i = 0; i < 3; i += 1) assert.deepEqual(await on.ask({ by: 'a', unit: 1 }), { ok: setPoints })
  const requests = (): number | undefined => on.bus.statistics().perUnit.get(9)?.requests
  assert.equal(requests(), 1)
  const limitMs = 100 + 8 * charTimeMs(9600, 0)
  await on.clock.advanceAsync(sentMs + 11 * limitMs + 10 - on.clock.now())
  assert.deepEqual(await on.ask(write), { err: 'timeout' })
  assert.equal(requests(), 2, 'after eleven times the limit it may go')
})

test('a read that a late answer could be taken for is sent longer, and answered as it was asked', async () => {
  const on = await bench({ settings: { delayForRtuMs: 100 } })
  on.plant.faults.set('line/1', 'late', { ms: 800 })
  assert.deepEqual(await on.ask({ unit: 1, pdu: Uint8Array.of(3, 0, 2, 0, 1) }), { err: 'timeout' })
  on.plant.faults.clear('line/1')
  let failed = 0
  for (let i = 0; i < 40; i += 1) {
    const got = await on.ask({ unit: 1, pdu: Uint8Array.of(3, 0, i % 2, 0, 1) })
    if ('err' in got) failed += 1
    else assert.deepEqual(got.ok, i % 2 === 0 ? Uint8Array.of(3, 2, 1, 44) : Uint8Array.of(3, 2, 0, 10))
  }
  assert.ok(failed <= 2, `${failed}: it may speak into one of them`)
})

test('reports a damaged response as soon as the line is silent', async () => {
  const on = await bench({ settings: { delayForRtuMs: 1000 } })
  on.plant.faults.set('line/1', 'bad-crc')
  const startMs = on.clock.now()
  assert.deepEqual(await on.ask({ unit: 1 }), { err: 'crc' })
  assert.ok(on.clock.now() - startMs < 60)
  assert.deepEqual(on.bus.statistics().perUnit.get(1), {
    requests: 1,
    timeouts: 0,
    crcErrors: 1,
    noise: 9,
    exceptions: 0,
  })
})

test('noise, drips and answers in a wrong name never become values', async () => {
  const on = await bench({ settings: { delayForRtuMs: 100 } })
  on.plant.faults.set('line/1', 'noise', { bytes: 5 })
  on.plant.faults.set('line/2', 'wrong-unit')
  on.plant.faults.set('line/4', 'drip', { ms: 5 })
  on.plant.faults.set('line/5', 'drip', { ms: 100 })
  assert.deepEqual(await on.ask({ unit: 1 }), { ok: setPoints })
  assert.deepEqual(await on.ask({ unit: 2 }), { err: 'timeout' })
  assert.deepEqual(await on.ask({ unit: 4 }), { ok: setPoints }, 'pauses inside a frame do no harm')
  assert.deepEqual(await on.ask({ unit: 5 }), { err: 'crc' })
  on.line.setNoise({ flippedBitsPerByte: 0.02, strayBytesPerSec: 20 })
  for (let i = 0; i < 200; i += 1) {
    const answer = await on.ask({ unit: 3 })
    if ('ok' in answer) assert.deepEqual(answer.ok, setPoints)
    await on.clock.advanceAsync(100)
  }
  const { requests, crcErrors, timeouts } = on.bus.statistics().perUnit.get(3) ?? {
    requests: 0,
    crcErrors: 0,
    timeouts: 0,
  }
  assert.ok(requests > 60, `${requests}: who cannot be told apart is not sent`)
  assert.ok(crcErrors + timeouts > 10 && crcErrors + timeouts < 150, `${crcErrors} ${timeouts}`)
})

test('reports a line that is never quiet as a timeout', async () => {
  const on = await bench({ devices: false })
  on.line.setNoise({ strayBytesPerSec: 5000 })
  const startMs = on.clock.now()
  assert.deepEqual(await on.ask({}), { err: 'timeout' })
  assert.ok(on.clock.now() - startMs < 5000)
  assert.equal(on.line.statistics.bytes, 0, 'nothing was said into it')
})

test('an adapter that hears itself: reads, writes, and a write as the very first request', async () => {
  for (const echo of [true, false]) {
    for (const first of [readTwo, writeTen]) {
      const on = await bench({ echo, settings: { delayForRtuMs: 100 } })
      const answers = [first, writeTen, readTwo, writeTen]
      for (const pdu of answers) assert.deepEqual(await on.ask({ pdu }), { ok: pdu === readTwo ? setPoints : pdu })
      assert.deepEqual(await on.ask({ unit: 9, pdu: writeTen }), { err: 'timeout' }, 'the echo is no answer')
      assert.deepEqual(await on.ask({ unit: 1 }), { ok: setPoints })
    }
    const on = await bench({ echo, settings: { delayForRtuMs: 100 } })
    assert.deepEqual(await on.ask({ unit: 9, pdu: writeTen }), { err: 'timeout' }, 'nor at the first write of all')
  }
})

test('a dead unit among five: each of the others has its turns', async () => {
  const on = await bench({ settings: { delayForRtuMs: 200 } })
  on.plant.faults.set('line/3', 'dead')
  const counts = new Map<number, number>()
  const poll = (unit: number): void =>
    void on.bus.transact({ by: `poller ${unit}`, unit, pdu: readTwo }).then((answer) => {
      if ('ok' in answer) counts.set(unit, (counts.get(unit) ?? 0) + 1)
      poll(unit)
    })
  for (const unit of [1, 2, 3, 4, 5]) poll(unit)
  await on.clock.advanceAsync(10_000)
  assert.equal(counts.has(3), false)
  const each = [1, 2, 4, 5].map((unit) => counts.get(unit) ?? 0)
  assert.ok(Math.max(...each) - Math.min(...each) <= 1, String(each))
  // The dead unit has a fifth of the time, as the others.
  const exchangeMs = (8 + 9) * charTimeMs(9600, 0) + 2 * quietMs(on.bus.status().line, 0)
  assert.ok(each.reduce((sum, count) => sum + count, 0) >= 0.78 * (10_000 / exchangeMs), String(each))
})

test('a client that polls absent units uses half the time, beside one that polls a present unit', async () => {
  const on = await bench({ settings: { delayForRtuMs: 200 } })
  let answered = 0
  const poll = (): void =>
    void on.bus.transact({ by: 'poller', unit: 1, pdu: readTwo }).then(() => {
      answered += 1
      poll()
    })
  const scan = (unit: number): void =>
    void on.bus.transact({ by: 'scanner', unit, pdu: readTwo }).then(() => scan(unit === 247 ? 6 : unit + 1))
  poll()
  scan(6)
  await on.clock.advanceAsync(20_000)
  const exchangeMs = (8 + 9) * charTimeMs(9600, 0) + 2 * quietMs(on.bus.status().line, 0)
  assert.ok(answered >= 0.43 * (20_000 / exchangeMs), String(answered))
})

test('a busy client does not block one with few requests', async () => {
  const on = await bench()
  const order: string[] = []
  const ask = (by: string): void => void on.bus.transact({ by, unit: 1, pdu: readTwo }).then(() => order.push(by))
  for (let i = 0; i < 10; i += 1) ask('greedy')
  ask('modest')
  await on.clock.advanceAsync(1000)
  assert.ok(order.indexOf('modest') <= 2, order.join())
  assert.equal(order.length, 11)
})

test('the seventeenth that waits is refused; who has gone is not sent', async () => {
  const on = await bench()
  const leaving = new AbortController()
  const requests = Array.from({ length: 18 }, (_, i) =>
    on.bus.transact({ by: 'a', unit: 1, pdu: readTwo, ...(i === 5 ? { signal: leaving.signal } : {}) }),
  )
  leaving.abort()
  const answers = await on.clock.runUntil(Promise.all(requests))
  const errs = answers.map((answer) => ('err' in answer ? answer.err : 'ok'))
  assert.deepEqual(errs, [...Array<string>(5).fill('ok'), 'dropped', ...Array<string>(10).fill('ok'), 'full', 'full'])
  assert.equal(on.bus.statistics().perUnit.get(1)?.requests, 15)
  const gone = on.bus.transact({ by: 'a', unit: 1, pdu: readTwo, signal: AbortSignal.abort() })
  assert.deepEqual(await gone, { err: 'dropped' })
})

test('at 9600 baud the line is used to 97% of what it can carry', async () => {
  const on = await bench()
  await meet(on, [1, 2, 3, 4, 5])
  await on.clock.advanceAsync(2000 - on.clock.now())
  let answered = 0
  const poll = (unit: number): void =>
    void on.bus.transact({ by: `poller ${unit}`, unit, pdu: readTwo }).then((answer) => {
      if ('ok' in answer) answered += 1
      poll(unit)
    })
  for (const unit of [1, 2, 3, 4, 5]) poll(unit)
  await on.clock.advanceAsync(10_000)
  const exchangeMs = (8 + 9) * charTimeMs(9600, 0) + 2 * quietMs(on.bus.status().line, 0)
  assert.ok(answered >= 0.97 * (10_000 / exchangeMs), `${answered} of ${10_000 / exchangeMs}`)
  const { requestsPerSec, responsesPerSec, loadPercent } = on.bus.statistics()
  assert.ok(Math.abs(responsesPerSec - answered / 10) <= 1 && Math.abs(requestsPerSec - responsesPerSec) <= 1)
  assert.ok(loadPercent >= 97, String(loadPercent))
})

test('throws for bytes that are not a request', async () => {
  const on = await bench()
  await assert.rejects(on.bus.transact({ by: 'a', unit: 256, pdu: readTwo }), /there is no unit 256/)
  await assert.rejects(on.bus.transact({ by: 'a', unit: 1, pdu: new Uint8Array(254) }), /from 1 to 253 bytes/)
})
