import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CharFormat, charTimeMs } from '@busbar/serial'
import * as fc from 'fast-check'
import { type LineFormat, receivedBytes } from './waveform.ts'

const bauds = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200]
const everyByte = Array.from({ length: 256 }, (_, byte) => byte)

const lineFormat = fc.record<LineFormat>({
  baud: fc.constantFrom(...bauds),
  charFormat: fc.constantFrom<CharFormat>(0, 1, 2, 3, 4, 5),
})

test('a character takes its bits at its speed', () => {
  const rows: [baud: number, format: CharFormat, ms: number][] = [
    [9600, 0, 11 / 9.6],
    [9600, 1, 11 / 9.6],
    [9600, 2, 11 / 9.6],
    [9600, 3, 11 / 9.6],
    [9600, 4, 10 / 9.6],
    [9600, 5, 11 / 9.6],
    [1200, 4, 10 / 1.2],
    [115_200, 0, 11 / 115.2],
    [Number.POSITIVE_INFINITY, 0, 0],
  ]
  for (const [baud, format, ms] of rows) assert.ok(Math.abs(charTimeMs(baud, format) - ms) < 1e-12, `${baud} ${format}`)
})

test('ports of one setting understand every byte', () => {
  fc.assert(
    fc.property(lineFormat, fc.nat(255), (both, byte) =>
      assert.deepEqual(receivedBytes(byte, both, { ...both }), [byte]),
    ),
  )
})

test('a frame never arrives whole at another speed', () => {
  const frame = [1, 3, 0, 0, 0, 10, 0xc5, 0xcd]
  for (const from of bauds) {
    for (const to of bauds.filter((baud) => baud !== from)) {
      const received = frame.flatMap((byte) =>
        receivedBytes(byte, { baud: from, charFormat: 0 }, { baud: to, charFormat: 0 }),
      )
      assert.notDeepEqual(received, frame, `${from} heard at ${to}`)
    }
  }
})

/** How many of all bytes arrive as they were sent. */
function heardBy(from: CharFormat, to: CharFormat): number {
  const [sender, receiver] = [
    { baud: 9600, charFormat: from },
    { baud: 9600, charFormat: to },
  ]
  return everyByte.filter((byte) => receivedBytes(byte, sender, receiver)[0] === byte).length
}

test('the bytes that a receiver with another format reads', () => {
  const rows: [from: CharFormat, to: CharFormat, intactBytes: number][] = [
    // Even and odd parity never agree; space agrees with each half of the time.
    [0, 1, 0],
    [1, 0, 0],
    [0, 2, 128],
    [2, 1, 128],
    // No parity bit: the stop bit is taken for it.
    [4, 0, 128],
    [4, 2, 0],
    // A parity bit where the stop bit should be.
    [0, 4, 128],
    [2, 4, 0],
    // Two stop bits are as good as one.
    [3, 4, 256],
    [4, 5, 256],
    [5, 3, 256],
  ]
  for (const [from, to, intactBytes] of rows) assert.equal(heardBy(from, to), intactBytes, `${from} heard as ${to}`)
})

test('any speed hears bytes, and few of them', () => {
  const anySpeed = fc.record<LineFormat>({
    baud: fc.oneof(fc.double({ min: 50, max: 4e6, noNaN: true }), fc.constant(Number.POSITIVE_INFINITY)),
    charFormat: fc.constantFrom<CharFormat>(0, 1, 2, 3, 4, 5),
  })
  fc.assert(
    fc.property(fc.nat(255), anySpeed, anySpeed, (byte, from, to) => {
      const received = receivedBytes(byte, from, to)
      assert.ok(received.length <= 5 && received.every((one) => one >= 0 && one <= 255))
    }),
  )
})
