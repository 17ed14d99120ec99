import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { exceptionPdu, MemoryBank, serve } from '@busbar/modbus'
import { bench, serial } from '../testing/line.ts'
import { attempts, patientAttempts, Search } from './search.ts'
import { FakeBus } from './testing/fake-bus.ts'

const line = { baudRate: 19_200, charFormat: 4, frameMode: 0 } as const

function setUp() {
  const bus = new FakeBus()
  const clock = new VirtualClock()
  return { bus, clock, search: new Search({ bus, clock, answerMs: () => 0 }) }
}

/** Until nothing is being searched; how many turns that takes is the machine's matter. */
async function ended(search: Search): Promise<void> {
  await until(() => search.result(false).status !== 'BUSY')
}

test('both orders have every unit once; the fast one begins with the usual ones and then hurries', () => {
  const [patient, fast] = [attempts(false), attempts(true)]
  const all = Array.from({ length: 247 }, (_, at) => at + 1)
  assert.deepEqual(
    patient.map(({ uid }) => uid),
    all,
  )
  assert.deepEqual(
    fast.map(({ uid }) => uid).toSorted((a, b) => a - b),
    all,
  )
  assert.deepEqual([patient[0]?.timeoutMs, fast[0]?.timeoutMs, fast.at(-1)?.timeoutMs], [400, 200, 100])
  assert.ok(fast.findIndex(({ uid }) => uid === 247) < fast.findIndex(({ uid }) => uid === 17))
})

test('finds every unit that responds, also with an exception; ignores silence and damaged frames', async () => {
  const { bus, search } = setUp()
  bus.units.set(3, new MemoryBank())
  bus.units.set(7, new MemoryBank({ size: 0 }))
  bus.units.set(9, 'crc')
  assert.deepEqual(search.result(true), { status: 'DONE', uid: null, found: 0, foundDevices: [] })
  assert.deepEqual(search.start(line), { status: 'DONE', errorCode: null })
  assert.deepEqual(search.start(line), { status: 'BUSY', errorCode: null })
  await ended(search)
  const foundDevices = [3, 7].map((uid) => ({ uid, ...line }))
  assert.deepEqual(search.result(true), { status: 'DONE', uid: null, found: 2, foundDevices })
  assert.deepEqual(search.result(false), { status: 'DONE', uid: null, found: 2 })
  assert.equal(bus.asked.length, 247)
  for (const { by, line: at } of bus.asked) assert.deepEqual([by, at], ['search', line])
  search.start({ baudRate: 9600, charFormat: 0, fastSearch: true })
  assert.equal(search.result(false).found, 0)
  await ended(search)
  assert.deepEqual(bus.asked.at(-1)?.line, { baudRate: 9600, charFormat: 0, frameMode: 0 })
})

test('while it runs, what was found so far is there', async () => {
  const { bus, search } = setUp()
  bus.units.set(1, new MemoryBank())
  bus.hold({ onWire: false })
  search.start(line)
  assert.deepEqual(search.result(true), { status: 'BUSY', uid: 1, found: 0, foundDevices: [] })
  bus.release()
  bus.hold({ onWire: false })
  await setImmediate()
  assert.deepEqual(search.result(true), { status: 'BUSY', uid: 2, found: 1, foundDevices: [{ uid: 1, ...line }] })
  assert.deepEqual(await search.stop(), { status: 'DONE' })
  assert.deepEqual(search.result(false), { status: 'DONE', uid: null, found: 1 })
  assert.equal(bus.asked.length, 2)
})

test('a frame on the wire is waited for: BUSY, and then DONE', async () => {
  const { bus, search } = setUp()
  bus.hold({ onWire: true })
  search.start(line)
  assert.deepEqual(await search.stop(), { status: 'BUSY' })
  assert.equal(search.result(false).status, 'BUSY')
  bus.release()
  assert.deepEqual(await search.stop(), { status: 'DONE' })
  assert.equal(bus.asked.length, 1)
  assert.deepEqual(await search.stop(), { status: 'DONE' })
})

test('a slave searches nothing; one that becomes a slave stops', async () => {
  const { bus, search } = setUp()
  bus.isSlave = true
  assert.deepEqual(search.start(line), { status: 'ERROR', errorCode: 'ERROR_SERIAL_IS_SLAVE' })
  bus.isSlave = false
  bus.failure = 'slave'
  search.start(line)
  await ended(search)
  assert.equal(bus.asked.length, 1)
})

test('a bus that cannot send is asked again for ten seconds, then given up', async () => {
  const { bus, clock, search } = setUp()
  bus.failure = 'closed'
  search.start(line)
  await clock.advanceAsync(5000)
  assert.deepEqual(search.result(false), { status: 'BUSY', uid: 1, found: 0 })
  bus.failure = undefined
  bus.units.set(1, new MemoryBank())
  await clock.advanceAsync(500)
  await ended(search)
  assert.equal(search.result(false).found, 1)
  bus.failure = 'full'
  bus.asked.length = 0
  search.start(line)
  await clock.advanceAsync(10_500)
  assert.deepEqual([search.result(false).status, bus.asked.length], ['DONE', 21])
  search.start(line)
  await setImmediate()
  assert.deepEqual(await search.stop(), { status: 'DONE' })
  assert.equal(clock.pending, 0)
})

for (const frameMode of [0, 1] as const) {
  test(`over the real bus, on a line of another speed, frame mode ${frameMode}`, async () => {
    const field = await bench({ settings: { baudRate: 9600, frameMode } })
    const { bus, clock, opened } = field
    const search = new Search({ bus, clock, answerMs: () => 0 })
    search.start({ baudRate: 9600, charFormat: 0, frameMode, fastSearch: true })
    while (search.result(false).status === 'BUSY') await clock.advanceAsync(1000)
    const units = search.result(true).foundDevices?.map(({ uid }) => uid)
    assert.deepEqual(units, [1, 2, 3, 4, 5])
    const tookMs = clock.now()
    search.start({ baudRate: 19_200, charFormat: 4, frameMode })
    await clock.advanceAsync(2000)
    const other = field.ask({})
    await clock.runUntil(search.stop())
    assert.ok('ok' in (await other))
    assert.ok(tookMs < 60_000, `${tookMs} ms`)
    // Given back as it was.
    assert.deepEqual(new Set(opened.map(({ baudRate }) => baudRate)), new Set([9600, 19_200]))
    assert.equal(opened.at(-1)?.baudRate, 9600)
    await bus.stop()
  })
}

test('refuses to search without a port or in another mode', async () => {
  const { bus, search } = setUp()
  bus.isReady = false
  assert.deepEqual(search.start(line), { status: 'ERROR', errorCode: 'ERROR_SERIAL_NOT_OPEN' })
  assert.deepEqual([search.result(false).status, bus.asked.length], ['DONE', 0])
  const open = await bench()
  assert.equal(open.bus.isReady, true)
  await open.bus.apply({ ...serial, hdxMode: 2 })
  assert.equal(open.bus.isReady, false)
  const without = await bench({ openPort: () => Promise.reject(new Error('there is none')) })
  assert.equal(without.bus.isReady, false)
})

test('searches several speeds and formats until a unit responds', async () => {
  const { bus, search } = setUp()
  const lines = [9600, 19_200, 38_400].map((baudRate) => ({ baudRate, charFormat: 0, frameMode: 0 }) as const)
  const at = { fromUid: 1, toUid: 8, untilFound: true }
  bus.hold({ onWire: false })
  assert.deepEqual(search.startLines({ lines, ...at }), { status: 'DONE', errorCode: null })
  assert.equal(search.startLines({ lines, ...at }).status, 'BUSY')
  assert.partialDeepStrictEqual(search.linesResult(), { status: 'BUSY', line: lines[0], uid: 1, asked: 0, total: 24 })
  // It answers from the second speed on.
  bus.release()
  const transact = bus.transact.bind(bus)
  bus.transact = (request) => {
    if (request.line?.baudRate === 19_200) bus.units.set(5, new MemoryBank())
    return transact(request)
  }
  await ended(search)
  const found = { uid: 5, ...lines[1] }
  assert.deepEqual(search.linesResult(), {
    status: 'DONE',
    line: null,
    uid: null,
    asked: 16,
    total: 24,
    remainingSec: null,
    foundDevices: [{ ...found, isSilent: false }],
  })
  assert.deepEqual(search.result(true).foundDevices, [found])
})

test('one speed: finds five units that take up to 400 ms, also one that misses its first request', async () => {
  const field = await bench({ devices: false })
  const { bus, clock } = field
  const delaysMs: Readonly<Record<number, number>> = { 1: 0, 2: 100, 3: 250, 4: 399, 5: 400 }
  const heard = new Set<number>()
  const port = field.line.attach({ baud: 9600, charFormat: 0 })
  serve(port, {
    envelope: 'rtu',
    clock,
    handler: async (unit) => {
      const delayMs = delaysMs[unit]
      const isFirst = !heard.has(unit)
      heard.add(unit)
      if (delayMs === undefined || (unit === 2 && isFirst)) return undefined
      await new Promise<void>((resolve) => void clock.after(delayMs, resolve))
      return exceptionPdu(3, 2)
    },
  })
  const search = new Search({ bus, clock, answerMs: () => 500 })
  const lines = [{ baudRate: 9600, charFormat: 0, frameMode: 0 }] as const
  search.startLines({ lines, fromUid: 1, toUid: 16, untilFound: false })
  while (search.linesResult().asked < 8) await clock.advanceAsync(100)
  assert.ok((search.linesResult().remainingSec ?? 0) > 1)
  while (search.linesResult().status === 'BUSY') await clock.advanceAsync(100)
  const { foundDevices, asked, total, remainingSec } = search.linesResult()
  assert.deepEqual(
    foundDevices.toSorted((a, b) => a.uid - b.uid).map(({ uid, isSilent }) => [uid, isSilent]),
    [1, 2, 3, 4, 5].map((uid) => [uid, false]),
  )
  assert.deepEqual([asked, remainingSec], [total, null])
  await bus.stop()
})

test('one speed: reports a unit that responds only once as silent', async () => {
  const { bus, search } = setUp()
  bus.units.set(3, new MemoryBank())
  const transact = bus.transact.bind(bus)
  let answers = 0
  bus.transact = async (request) => {
    if (request.unit === 3 && ++answers > 1) bus.units.delete(3)
    return transact(request)
  }
  search.startLines({ lines: [line], fromUid: 1, toUid: 4, untilFound: false })
  await ended(search)
  assert.deepEqual(search.linesResult().foundDevices, [{ uid: 3, ...line, isSilent: true }])
  assert.deepEqual(search.result(true).foundDevices, [{ uid: 3, ...line }])
})

test('a single line is searched for at least 400 ms and at most 1 s', () => {
  for (const [answerMs, timeoutMs] of [
    [0, 400],
    [399, 400],
    [700, 700],
    [60_000, 1000],
  ] as const)
    assert.equal(patientAttempts(answerMs)[0]?.timeoutMs, timeoutMs)
})
