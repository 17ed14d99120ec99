import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReading } from '@busbar/modbus'
import { answerOf, fromHex, hexText, pduOf, type RawDraft } from './registers.rules.ts'

const draft: RawDraft = { fn: '3', address: '107', number: '2', hex: '' }
const sent = (changes: Partial<RawDraft>): string | null => {
  const pdu = pduOf({ ...draft, ...changes })
  return pdu && hexText(pdu)
}

test('a request is made of numbers or of bytes', () => {
  const rows: [Partial<RawDraft>, string | null][] = [
    [{}, '03 00 6b 00 02'],
    [{ fn: '1', number: '2000' }, '01 00 6b 07 d0'],
    [{ fn: '3', number: '126' }, null],
    [{ address: '65535' }, null],
    [{ fn: '5', number: '1' }, '05 00 6b ff 00'],
    [{ fn: '5', number: '2' }, null],
    [{ fn: '6', number: '0xffff' }, '06 00 6b ff ff'],
    [{ fn: '17' }, '11'],
    [{ fn: 'hex', hex: '2B 0e,01 00' }, '2b 0e 01 00'],
    [{ fn: 'hex', hex: '2b 0' }, null],
    [{ fn: 'hex', hex: '' }, null],
    [{ fn: 'hex', hex: '00'.repeat(254) }, null],
  ]
  for (const [changes, expected] of rows) assert.equal(sent(changes), expected, JSON.stringify(changes))
})

test('recognizes functions that may change something', () => {
  const rows: [string, boolean][] = [
    ['030000 0001', true],
    ['2b0e0100', true],
    ['2b0d', false],
    ['06 0000 0001', false],
    ['08 0001 0000', false],
    ['17', false],
    ['', false],
  ]
  for (const [text, expected] of rows) assert.equal(isReading(fromHex(text.replaceAll(' ', ''))), expected, text)
})

test('describes an answer in words if possible', () => {
  assert.deepEqual(answerOf(fromHex('0304002a0001')), { kind: 'numbers', numbers: [42, 1] })
  assert.deepEqual(answerOf(fromHex('8302')), { kind: 'exception', name: 'IllegalDataAddress' })
  assert.deepEqual(answerOf(fromHex('110342ff00')), { kind: 'text', text: 'B··' })
  assert.deepEqual(answerOf(fromHex('4199')), { kind: 'bytes' })
})
