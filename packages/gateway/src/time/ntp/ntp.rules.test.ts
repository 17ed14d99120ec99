import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { bestOf, judge } from './ntp.rules.ts'
import { decodeReply, encodeRequest } from './ntp-packet.ts'
import { packetOf } from './testing/time-server.ts'

const cookie = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('a request has nothing in it but what it is, and the cookie', () => {
  assert.equal(hex(encodeRequest(cookie)), `23${'00'.repeat(39)}0102030405060708`)
})

describe('a reply of a server', () => {
  // Leap 0, version 4, server, stratum 1, GPS; our cookie; received and sent on 2026-11-15, 12:00:00.25 and half a second later.
  const received = 'eea41d4040000000'
  const text = `240100ec${'00'.repeat(8)}47505300${'00'.repeat(8)}0102030405060708${received}eea41d40c0000000`

  test('has the two times, in milliseconds since 1970', () => {
    assert.deepEqual(decodeReply(Uint8Array.from(Buffer.from(text, 'hex'))), {
      leap: 0,
      version: 4,
      mode: 4,
      stratum: 1,
      reference: 'GPS',
      origin: cookie,
      receivedMs: Date.UTC(2026, 10, 15, 12, 0, 0, 250),
      sentMs: Date.UTC(2026, 10, 15, 12, 0, 0, 750),
    })
  })

  for (const [seconds, utc] of [
    ['80000000', '1968-01-20T03:14:08.000Z'],
    ['ffffffff', '2036-02-07T06:28:15.000Z'],
    ['00000000', '2036-02-07T06:28:16.000Z'],
    ['7fffffff', '2104-02-26T09:42:23.000Z'],
  ] as const) {
    test(`of ${seconds} is of ${utc}`, () => {
      const reply = decodeReply(Buffer.from(text.replace(received, `${seconds}00000000`), 'hex'))
      assert.equal(new Date(reply?.receivedMs ?? 0).toISOString(), utc)
    })
  }

  test('is none when a byte is missing', () => {
    for (let length = 0; length < 48; length++)
      assert.equal(decodeReply(Buffer.from(text, 'hex').subarray(0, length)), null)
  })
})

describe('what is made of an answer', () => {
  const atMs = Date.UTC(2026, 10, 15)
  const flight = { sentMs: atMs - 5000, cameMs: atMs - 4900 }
  const ok = { ok: { offsetMs: 4950, delayMs: 100 } }
  for (const [name, changes, expected] of [
    ['a server\u2019s', {}, ok],
    ['version 3', { header: 0x1c }, ok],
    ['a leap second is near', { header: 0x64 }, ok],
    ['stratum 15', { stratum: 15 }, ok],
    ['with a key behind it', { length: 68 }, ok],
    ['its clock is not set', { header: 0xe4 }, { err: 'unset' }],
    ['stratum 16', { stratum: 16 }, { err: 'unset' }],
    ['stratum 255', { stratum: 255 }, { err: 'unset' }],
    ['it has just begun', { stratum: 0, reference: 'INIT' }, { err: 'unset' }],
    ['it sends us away', { stratum: 0, reference: 'DENY' }, { err: 'kiss', code: 'DENY', hours: 24 }],
    ['it restricts', { stratum: 0, reference: 'RSTR' }, { err: 'kiss', code: 'RSTR', hours: 24 }],
    ['we ask too often', { stratum: 0, reference: 'RATE', header: 0xe4 }, { err: 'kiss', code: 'RATE', hours: 1 }],
    ['a client\u2019s', { header: 0x23 }, null],
    ['a broadcast', { header: 0x25 }, null],
    ['version 7', { header: 0x3c }, null],
  ] as const) {
    test(name, () => assert.deepEqual(judge(packetOf(cookie, atMs, changes), cookie, flight), expected))
  }

  test('zeros for its time: it has none', () => {
    const packet = Buffer.from(packetOf(cookie, atMs)).fill(0, 32)
    assert.deepEqual(judge(packet, cookie, flight), { err: 'unset' })
  })

  test('with any bit of the cookie changed it is nobody\u2019s', () => {
    for (let bit = 0; bit < 64; bit++) {
      const other = Uint8Array.from(cookie)
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.equal(judge(packetOf(other, atMs), cookie, flight), null)
    }
  })

  test('sent before it was received, or faster than it can be, is nonsense', () => {
    const packet = Buffer.from(packetOf(cookie, atMs))
    packet.writeUInt32BE(packet.readUInt32BE(40) - 1, 40)
    assert.deepEqual(judge(packet, cookie, flight), { err: 'nonsense' })
    packet.writeUInt32BE(packet.readUInt32BE(40) + 2, 40)
    assert.deepEqual(judge(packet, cookie, flight), { err: 'nonsense' })
  })

  test('no packet whatever makes it fail', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (packet) => judge(packet, cookie, flight) === null))
  })
})

test('the offset is right by half of the way, and the delay is the way', () => {
  const ms = fc.integer({ min: 0, max: 2000 })
  const offset = fc.integer({ min: -1e10, max: 1e10 })
  fc.assert(
    fc.property(ms, ms, ms, offset, (thereMs, workMs, backMs, offsetMs) => {
      const sentMs = Date.UTC(2026, 10, 15)
      const receivedMs = sentMs + thereMs + offsetMs
      const packet = Buffer.from(packetOf(cookie, receivedMs))
      packet.set(packetOf(cookie, receivedMs + workMs).subarray(40), 40)
      const judged = judge(packet, cookie, { sentMs, cameMs: sentMs + thereMs + workMs + backMs })
      assert.ok(judged !== null && 'ok' in judged)
      assert.ok(Math.abs(judged.ok.delayMs - thereMs - backMs) < 0.01)
      assert.ok(Math.abs(judged.ok.offsetMs - offsetMs) <= judged.ok.delayMs / 2 + 0.01)
      assert.ok(Math.abs(judged.ok.offsetMs - offsetMs - (thereMs - backMs) / 2) < 0.01)
    }),
  )
})

test('the sample with the least delay is the best', () => {
  const [a, b, c] = [30, 10, 20].map((delayMs) => ({ offsetMs: delayMs * 2, delayMs }))
  assert.ok(a && b && c)
  assert.equal(bestOf([a, b, c]), b)
  assert.equal(bestOf([]), undefined)
})
