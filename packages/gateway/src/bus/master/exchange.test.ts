import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ByteStream, envelopes, exceptionPdu } from '@busbar/modbus'
import * as fc from 'fast-check'
import type { LineSettings } from '../request.ts'
import { Exchange, type ExchangeResult, launch } from './exchange.ts'

interface RecordedExchange {
  outcome: ExchangeResult | undefined
  stray: number[]
}

const limitMs = 500

/** An exchange whose other end is the test's hand. */
function begin(line: LineSettings, pdu: Uint8Array, isEchoKnown: boolean | undefined, unit = 7) {
  const recorded: RecordedExchange = { outcome: undefined, stray: [] }
  let sent: Uint8Array = new Uint8Array()
  const port: ByteStream = { write: (bytes) => (sent = bytes), destroy() {}, on() {} }
  const exchange = new Exchange({
    onSettled(_, outcome) {
      recorded.outcome = 'ok' in outcome ? { ok: new Uint8Array(outcome.ok) } : outcome
    },
    doubtOf: () => undefined,
    onForeignRequest() {},
    onDamaged() {},
    onStray: (from) => recorded.stray.push(from),
  })
  exchange.echo.isPresent = isEchoKnown
  const waiting = {
    by: 'a',
    client: undefined,
    unit,
    pdu,
    timeoutMs: undefined,
    line: undefined,
    settle() {},
    isSettled: false,
  } as const
  exchange.send(port, launch(waiting, pdu, line, limitMs, 0), line.frameMode === 0 ? 20 : 1000)
  return { exchange, recorded, sent }
}

/** Hands over bytes in pieces, a little time apart, then lets silence fall. */
function hear(exchange: Exchange, bytes: Uint8Array, cuts: readonly number[]): void {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1))), bytes.length].toSorted((a, b) => a - b)
  let at = 0
  ends.forEach((end, index) => {
    if (end > at) exchange.receive(bytes.subarray(at, end), 10 + index)
    at = end
  })
  exchange.wake(Math.min(exchange.wakeMs, 10_000))
}

const rtu: LineSettings = { baudRate: Number.POSITIVE_INFINITY, charFormat: 0, frameMode: 0 }
const ascii: LineSettings = { ...rtu, frameMode: 1 }
const frame = (line: LineSettings, unit: number, pdu: Uint8Array): Uint8Array =>
  (line.frameMode === 0 ? envelopes.rtu : envelopes.ascii).encode({ transaction: 0, unit, pdu })

const words = fc.uint8Array({ minLength: 2, maxLength: 60 }).map((bytes) => bytes.subarray(0, bytes.length & ~1))
const pair = fc.oneof(
  words.map((data) => ({
    ask: Uint8Array.of(3, 0, 1, 0, data.length / 2),
    answer: Uint8Array.of(3, data.length, ...data),
  })),
  words.map((data) => ({
    ask: Uint8Array.of(16, 0, 1, 0, data.length / 2, data.length, ...data),
    answer: Uint8Array.of(16, 0, 1, 0, data.length / 2),
  })),
  fc
    .constantFrom(6, 22)
    .map((fn) => Uint8Array.of(fn, 0, 1, 0, 9, ...(fn === 22 ? [0, 1] : [])))
    .map((ask) => ({ ask, answer: ask })),
  words.map((data) => ({ ask: Uint8Array.of(100, 1), answer: Uint8Array.of(100, ...data) })),
  fc.nat(254).map((code) => ({ ask: Uint8Array.of(4, 0, 1, 0, 5), answer: exceptionPdu(4, code) })),
)
const wire = fc.record({
  line: fc.constantFrom(rtu, ascii),
  pair,
  hasEcho: fc.boolean(),
  cuts: fc.array(fc.nat(200), { maxLength: 6 }),
})

test('an answer is found whole, in any pieces, with and without echo, behind frames of others', () => {
  fc.assert(
    fc.property(wire, fc.boolean(), ({ line, pair: { ask, answer }, hasEcho, cuts }, isBehind) => {
      const { exchange, recorded, sent } = begin(line, ask, hasEcho)
      const others = isBehind ? frame(line, 9, Uint8Array.of(3, 2, 0, 1)) : new Uint8Array()
      hear(exchange, Buffer.concat([hasEcho ? sent : new Uint8Array(), others, frame(line, 7, answer)]), cuts)
      assert.deepEqual(recorded, { outcome: { ok: answer }, stray: isBehind ? [9] : [] })
      assert.equal(exchange.echo.isPresent, hasEcho)
    }),
    { numRuns: 300 },
  )
})

test('behind noise an answer is found, or none: never another', () => {
  const noise = fc.uint8Array({ minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(wire, noise, fc.boolean(), ({ line, pair: { ask, answer }, hasEcho, cuts }, stray, isFirst) => {
      const { exchange, recorded, sent } = begin(line, ask, hasEcho)
      const echo = hasEcho ? sent : new Uint8Array()
      const before = isFirst ? [stray, echo] : [echo, stray]
      hear(exchange, Buffer.concat([...before, frame(line, 7, answer)]), cuts)
      exchange.wake(10_000)
      assert.ok(recorded.outcome !== undefined)
      if ('ok' in recorded.outcome) assert.deepEqual(recorded.outcome.ok, answer)
      // A frame without a length is found only when it starts with the first byte.
      else assert.ok(ask[0] === 100 || line.frameMode === 1)
    }),
    { numRuns: 300 },
  )
})

test('a damaged answer is no answer', () => {
  fc.assert(
    fc.property(
      wire,
      fc.nat(1000),
      fc.integer({ min: 0, max: 7 }),
      ({ line, pair: { ask, answer }, hasEcho, cuts }, at, bit) => {
        const { exchange, recorded, sent } = begin(line, ask, hasEcho)
        const bytes = frame(line, 7, answer)
        const place = at % bytes.length
        // The same digit in small letters is the same digit.
        fc.pre(line.frameMode === 0 || bit !== 5)
        bytes[place] = (bytes[place] ?? 0) ^ (1 << bit)
        hear(exchange, Buffer.concat([hasEcho ? sent : new Uint8Array(), bytes]), cuts)
        exchange.wake(10_000)
        assert.deepEqual(recorded.outcome, { err: 'crc' })
      },
    ),
    { numRuns: 300 },
  )
})

test('ends the wait when a wrong frame arrives instead of a complete response, but not for a shorter one', () => {
  const ask = Uint8Array.of(3, 0, 0, 0, 2)
  for (const [bytes, outcome] of [
    ['07 03 04 01 2c 00 0a 00 00', { err: 'crc' }],
    ['07 83 02 00 00', undefined],
  ] as const) {
    const { exchange, recorded } = begin(rtu, ask, false)
    hear(exchange, Buffer.from(bytes.replaceAll(' ', ''), 'hex'), [])
    assert.deepEqual(recorded.outcome, outcome)
    assert.equal(exchange.isBusy, outcome === undefined)
  }
})

test('silence of an adapter that hears itself: the echo is not the answer to a write', () => {
  const { exchange, recorded, sent } = begin(rtu, Uint8Array.of(6, 0, 1, 0, 9), true)
  hear(exchange, sent, [3])
  exchange.wake(10_000)
  assert.deepEqual(recorded.outcome, { err: 'timeout' })
})

test('the answers of other units, functions and counts are passed over', () => {
  const ask = Uint8Array.of(3, 0, 0, 0, 2)
  const rows: [unit: number, pdu: number[]][] = [
    [8, [3, 4, 0, 0, 0, 0]],
    [7, [4, 4, 0, 0, 0, 0]],
    [7, [3, 2, 0, 0]],
    [7, [0x84, 2]],
  ]
  for (const [unit, pdu] of rows) {
    const { exchange, recorded } = begin(rtu, ask, false)
    hear(exchange, frame(rtu, unit, Uint8Array.from(pdu)), [])
    exchange.wake(10_000)
    assert.deepEqual(recorded, { outcome: { err: 'timeout' }, stray: [unit] })
  }
})

test('restarts an ASCII frame at every colon', () => {
  const { exchange, recorded } = begin(ascii, Uint8Array.of(6, 0, 1, 0, 9), false)
  const fullFrame = frame(ascii, 7, Uint8Array.of(6, 0, 1, 0, 9))
  hear(exchange, Buffer.concat([fullFrame.subarray(0, 9), fullFrame]), [4, 11])
  assert.deepEqual(recorded.outcome, { ok: Uint8Array.of(6, 0, 1, 0, 9) })
})
