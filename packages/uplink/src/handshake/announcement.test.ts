import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { announcementWords, parseAnnouncement } from './announcement.ts'

const unhex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const mac = '0002 0000 005e 0010 0000 0001'

describe('announcements', () => {
  const base = { unit: 255, type: 0x0208, version: 0x0103, mac: '02:00:5e:10:00:01' }
  for (const [about, bytes, read] of [
    [
      'new, without a code',
      `0000 0000 0019 ff 03 16 0208 0103 ${mac} 0001 05f5 e100`,
      { ...base, isMacUnique: true, isCodeSet: false, isNewCodeWanted: false, isActivated: false, code: 100_000_000 },
    ],
    [
      'activated, with a transaction and a unit of its own',
      `beef 0000 0019 01 03 16 0208 0103 ${mac} 0009 0000 0000`,
      { ...base, unit: 1, isMacUnique: true, isCodeSet: false, isNewCodeWanted: false, isActivated: true, code: 0 },
    ],
    [
      'shows a code and wants a new one; the transaction begins as TLS does',
      `1603 0000 0019 00 03 16 0208 0103 ${mac} 0007 00bc 614e`,
      {
        ...base,
        unit: 0,
        isMacUnique: true,
        isCodeSet: true,
        isNewCodeWanted: true,
        isActivated: false,
        code: 12_345_678,
      },
    ],
  ] as const) {
    test(about, () => {
      assert.deepEqual(parseAnnouncement(unhex(bytes)), read)
      const words = Uint16Array.from(announcementWords({ ...read })).toReversed()
      assert.deepEqual(new Uint8Array(words.buffer).toReversed(), unhex(bytes).subarray(9))
    })
  }
})

describe('no announcements', () => {
  const end = `0208 0103 ${mac} 0001 05f5 e100`
  for (const [about, bytes] of [
    ['nothing', ''],
    ['protocol 1', `0000 0001 0019 ff 03 16 ${end}`],
    ['length 24', `0000 0000 0018 ff 03 16 ${end}`],
    ['length 281', `0000 0000 0119 ff 03 16 ${end}`],
    ['function 4', `0000 0000 0019 ff 04 16 ${end}`],
    ['an exception', `0000 0000 0019 ff 83 16 ${end}`],
    ['20 bytes of registers', `0000 0000 0019 ff 03 14 ${end}`],
    ['a byte too few', `0000 0000 0019 ff 03 16 ${end.slice(0, -2)}`],
    ['a byte too many', `0000 0000 0019 ff 03 16 ${end} 00`],
    ['a MAC of words', `0000 0000 0019 ff 03 16 0208 0103 0002 0000 005e 0010 0000 0101 0001 05f5 e100`],
    ['the MAC of a group', `0000 0000 0019 ff 03 16 0208 0103 0001 0000 005e 0010 0000 0001 0001 05f5 e100`],
    ['no MAC', `0000 0000 0019 ff 03 16 0208 0103 ${'0000 '.repeat(6)} 0001 05f5 e100`],
  ] as const) {
    test(about, () => assert.equal(parseAnnouncement(unhex(bytes)), null))
  }

  test('any bytes are read or refused, never thrown at', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 31, maxLength: 31 }), (bytes) => {
        const framed = Uint8Array.from(bytes)
        framed.set(unhex('00000019'), 2)
        framed.set([3, 22], 7)
        const isOneByteEach = [13, 15, 17, 19, 21, 23].every((at) => framed[at] === 0)
        const read = parseAnnouncement(framed)
        assert.ok(read === null || isOneByteEach)
      }),
    )
  })
})
