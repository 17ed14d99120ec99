import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { envelopes } from './index.ts'
import { RequestSniffer } from './request-sniffer.ts'

const frame = (unit: number, ...pdu: number[]): Uint8Array =>
  envelopes.rtu.encode({ transaction: 0, unit, pdu: Uint8Array.from(pdu) })

const sniff = (parts: readonly Uint8Array[], isQuiet = false) => {
  const found: { unit: number; pdu: number[]; rest: number }[] = []
  const sniffer = new RequestSniffer((unit, pdu, rest) => found.push({ unit, pdu: [...pdu], rest: rest.length }))
  for (const byte of parts.flatMap((part) => [...part])) sniffer.push(byte)
  if (isQuiet) sniffer.quiet()
  return found
}

const read = [3, 0, 16, 0, 2]
const answer = frame(7, 3, 4, 1, 44, 0, 10)

test('finds a request behind a frame, and behind up to two stray bytes', () => {
  const request = { unit: 7, pdu: read, rest: 0 }
  assert.deepEqual(sniff([frame(7, ...read)]), [request])
  assert.deepEqual(sniff([answer, frame(7, ...read), answer]), [request])
  for (const stray of [[0xff], [0, 0xff]])
    assert.deepEqual(sniff([Uint8Array.from(stray), frame(7, ...read)]), [request])
  assert.deepEqual(sniff([Uint8Array.of(1, 99, 1, 99), frame(7, ...read)]), [], 'not within noise')
})

test('finds a request that may begin a longer answer once that is out of the question', () => {
  const pdu = [3, 16, 0, 0, 2]
  assert.deepEqual(sniff([frame(7, ...pdu)]), [])
  assert.deepEqual(sniff([frame(7, ...pdu)], true), [{ unit: 7, pdu, rest: 0 }])
  assert.deepEqual(sniff([frame(7, ...pdu), answer, answer]), [{ unit: 7, pdu, rest: 13 }])
})

test('finds no request within answers, whatever they contain', () => {
  // A valid request lies in the data of the answer.
  assert.deepEqual(sniff([frame(7, 3, 8, ...frame(9, ...read))], true), [])
  const data = fc.uint8Array({ minLength: 2, maxLength: 250 }).map((bytes) => bytes.subarray(0, bytes.length & ~1))
  fc.assert(
    fc.property(fc.array(data, { maxLength: 5 }), (all) => {
      const answers = all.map((bytes) => frame(7, 3, bytes.length, ...bytes))
      assert.deepEqual(sniff(answers, true), [])
    }),
  )
})
