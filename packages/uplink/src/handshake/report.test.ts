import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  isUpdateRequest,
  packReport,
  reportOffsetIn,
  reportPart,
  reportPartIn,
  reportRequest,
  unpackReport,
  updateAnswer,
  updateAnswerIn,
  updateRequest,
} from './report.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

for (const [about, pdu, bytes] of [
  ['the first part', reportRequest(0), '42040000'],
  ['a later one', reportRequest(498), '420401f2'],
  ['a part', reportPart(Uint8Array.of(1, 2, 3), 1), '420400030203'],
  ['an update', updateRequest(), '4205'],
  ['begun', updateAnswer(null), '4205'],
  ['not begun', updateAnswer('no'), '42056e6f'],
] as const)
  test(`${about}: ${bytes}`, () => assert.equal(hex(pdu), bytes))

test('a report of any length arrives in parts that fit a PDU', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 2000 }), (packed) => {
      const got: number[] = []
      while (got.length < packed.length) {
        const offset = reportOffsetIn(reportRequest(got.length))
        const pdu = reportPart(packed, offset ?? -1)
        assert.ok(pdu.length <= 253)
        const { total, part } = reportPartIn(pdu) ?? assert.fail()
        assert.equal(total, packed.length)
        got.push(...part)
      }
      assert.deepEqual(Uint8Array.from(got), Uint8Array.from(packed))
    }),
  )
})

test('texts are packed and unpacked; what is none, or a bomb, is none', () => {
  fc.assert(fc.property(fc.string(), (text) => assert.equal(unpackReport(packReport(text)), text.toWellFormed())))
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = unpackReport(bytes)
      assert.ok(text === null || text.length <= 65_536)
    }),
  )
  assert.equal(unpackReport(packReport(' '.repeat(65_537))), null)
})

test('other PDUs are neither', () => {
  for (const bytes of ['4201', '420400', '4204000000', '03', '']) {
    const pdu = Uint8Array.from(Buffer.from(bytes, 'hex'))
    assert.equal(reportOffsetIn(pdu), null, bytes)
    assert.equal(isUpdateRequest(pdu), false, bytes)
    assert.equal(updateAnswerIn(pdu), null, bytes)
  }
  assert.equal(reportPartIn(Uint8Array.of(0x42, 4, 0, 9)), null, 'an empty part would never end')
  assert.deepEqual(updateAnswerIn(updateAnswer('a\nb')), { problem: 'a?b' })
})
