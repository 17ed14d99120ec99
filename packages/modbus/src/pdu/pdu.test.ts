import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { hex, unhex } from '../hex.ts'
import { exceptionCode, exceptionName, exceptions } from './exceptions.ts'
import { broadcastEcho, fits } from './fits.ts'
import type { Request, Response } from './functions.ts'
import { decodeRequest, decodeResponse, encodeRequest, encodeResponse, pduSize } from './pdu.ts'
import { anyRequest, anyResponse } from './testing/arbitrary.ts'
import { plain } from './testing/plain.ts'

/** From the examples of the Modbus application protocol 1.1b3, and our own where it has none. */
const requests: [string, Request][] = [
  ['01 00 13 00 13', { fn: 1, address: 19, count: 19 }],
  ['02 00 c4 00 16', { fn: 2, address: 196, count: 22 }],
  ['03 00 6b 00 03', { fn: 3, address: 107, count: 3 }],
  ['04 00 08 00 01', { fn: 4, address: 8, count: 1 }],
  ['05 00 ac ff 00', { fn: 5, address: 172, on: true }],
  ['06 00 01 00 03', { fn: 6, address: 1, word: 3 }],
  ['07', { fn: 7 }],
  ['08 00 00 a5 37', { fn: 8, sub: 0, data: unhex('a5 37') }],
  ['0b', { fn: 11 }],
  ['0c', { fn: 12 }],
  ['0f 00 13 00 0a 02 cd 01', { fn: 15, address: 19, bits: [1, 0, 1, 1, 0, 0, 1, 1, 1, 0] }],
  ['10 00 01 00 02 04 00 0a 01 02', { fn: 16, address: 1, words: [10, 258] }],
  ['11', { fn: 17 }],
  [
    '14 0e 06 00 04 00 01 00 02 06 00 03 00 09 00 02',
    {
      fn: 20,
      spans: [
        { file: 4, record: 1, count: 2 },
        { file: 3, record: 9, count: 2 },
      ],
    },
  ],
  [
    '15 0d 06 00 04 00 07 00 03 06 af 04 be 10 0d',
    { fn: 21, records: [{ file: 4, record: 7, words: [0x06af, 0x04be, 0x100d] }] },
  ],
  ['16 00 04 00 f2 00 25', { fn: 22, address: 4, and: 0xf2, or: 0x25 }],
  [
    '17 00 03 00 06 00 0e 00 03 06 00 ff 00 ff 00 ff',
    { fn: 23, read: { address: 3, count: 6 }, write: { address: 14, words: [255, 255, 255] } },
  ],
  ['18 04 de', { fn: 24, address: 1246 }],
  ['2b 0e 01 00', { fn: 43, level: 1, object: 0 }],
  ['2b 0d 01', { fn: 'raw', code: 43, data: unhex('0d 01') }],
  ['41 de ad', { fn: 'raw', code: 65, data: unhex('de ad') }],
]

const responses: [string, Response][] = [
  ['02 03 ac db 35', { fn: 2, bits: Array.from('001101011101101110101100', Number) }],
  ['03 06 02 2b 00 00 00 64', { fn: 3, words: [555, 0, 100] }],
  ['05 00 ac ff 00', { fn: 5, address: 172, on: true }],
  ['07 6d', { fn: 7, status: 0x6d }],
  ['0b ff ff 01 08', { fn: 11, status: 0xffff, events: 264 }],
  ['0c 08 00 00 01 08 01 21 20 00', { fn: 12, status: 0, events: 264, messages: 289, log: unhex('20 00') }],
  ['0f 00 13 00 0a', { fn: 15, address: 19, count: 10 }],
  ['11 03 01 ff 42', { fn: 17, data: unhex('01 ff 42') }],
  [
    '14 0c 05 06 0d fe 00 20 05 06 33 cd 00 40',
    {
      fn: 20,
      records: [
        [0x0dfe, 0x20],
        [0x33cd, 0x40],
      ],
    },
  ],
  ['17 04 00 fe 0a cd', { fn: 23, words: [254, 2765] }],
  ['18 00 06 00 02 01 b8 12 84', { fn: 24, words: [440, 4740] }],
  [
    '2b 0e 01 01 00 00 02 00 02 41 42 01 01 43',
    {
      fn: 43,
      level: 1,
      conformity: 1,
      more: false,
      next: 0,
      objects: [
        { id: 0, value: unhex('41 42') },
        { id: 1, value: unhex('43') },
      ],
    },
  ],
  ['83 02', { fn: 'exception', of: 3, code: 2 }],
  ['c1 0b', { fn: 'exception', of: 65, code: 11 }],
]

describe('PDUs', () => {
  for (const [bytes, request] of requests) {
    test(`request ${bytes}`, () => {
      assert.deepEqual(plain(decodeRequest(unhex(bytes))), { ok: request })
      assert.equal(hex(encodeRequest(request)), bytes)
    })
  }
  for (const [bytes, response] of responses) {
    test(`response ${bytes}`, () => {
      assert.deepEqual(plain(decodeResponse(unhex(bytes))), { ok: response })
      assert.equal(hex(encodeResponse(response)), bytes)
    })
  }

  test('bits that only fill the last byte are left out', () => {
    const request: Request = { fn: 1, address: 0, count: 3 }
    assert.deepEqual(plain(decodeResponse(unhex('01 01 05'), request)), { ok: { fn: 1, bits: [1, 0, 1] } })
  })

  for (const [bytes, why] of [
    ['', 'the PDU ends early'],
    ['03 00 00 00', 'the PDU ends early'],
    ['03 00 00 00 00', 'count must be from 1 to 125, not 0'],
    ['03 00 00 00 7e', 'count must be from 1 to 125, not 126'],
    ['01 00 00 07 d1', 'count must be from 1 to 2000, not 2001'],
    ['03 00 00 00 01 00', '1 bytes too many'],
    ['05 00 00 12 34', 'a coil is set by ff00 or 0000, not 1234'],
    ['10 00 00 00 02 04 00 01', '4 bytes announced, 2 there'],
    ['10 00 00 00 02 02 00 01', 'byte count must be 4, not 2'],
    ['14 07 05 00 04 00 01 00 02', 'file reference type must be 6, not 5'],
  ] as const) {
    test(`refused: ${bytes || 'nothing'}`, () => assert.deepEqual(decodeRequest(unhex(bytes)), { err: why }))
  }

  for (const request of [
    { fn: 3, address: 65_536, count: 1 },
    { fn: 3, address: 0, count: 126 },
    { fn: 6, address: 0, word: -1 },
    { fn: 6, address: 0, word: 1.5 },
    { fn: 16, address: 0, words: [] },
    { fn: 16, address: 0, words: [1, 65_536] },
    { fn: 16, address: 0, words: [1, -1] },
    { fn: 16, address: 0, words: [1, 1.5] },
    { fn: 'raw', code: 65, data: new Uint8Array(253) },
  ] satisfies Request[]) {
    test(`not to be sent: ${JSON.stringify(request).slice(0, 40)}`, () => {
      assert.throws(() => encodeRequest(request), RangeError)
    })
  }

  test('any request comes back from its bytes', () => {
    fc.assert(
      fc.property(anyRequest, (request) =>
        assert.deepEqual(plain(decodeRequest(encodeRequest(request))), { ok: request }),
      ),
    )
  })
  test('any response comes back from its bytes', () => {
    fc.assert(
      fc.property(anyResponse, (response) =>
        assert.deepEqual(plain(decodeResponse(encodeResponse(response))), { ok: response }),
      ),
    )
  })
  test('any bytes decode to a PDU of the same bytes, or to an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 260 }), (bytes) => {
        const request = decodeRequest(bytes)
        if ('ok' in request && request.ok.fn !== 15) assert.deepEqual(encodeRequest(request.ok), bytes)
        const response = decodeResponse(bytes)
        if ('ok' in response && response.ok.fn !== 43) assert.deepEqual(encodeResponse(response.ok), bytes)
      }),
      { numRuns: 2000 },
    )
  })
  test('derives the length from as few bytes as it needs, and never too short', () => {
    fc.assert(
      fc.property(anyRequest, anyResponse, (request, response) => {
        for (const [direction, bytes] of [
          ['ask', encodeRequest(request)],
          ['answer', encodeResponse(response)],
        ] as const) {
          const sizes = Array.from(bytes, (_, i) => pduSize(direction, bytes, 0, i + 1))
          assert.ok([bytes.length, -1].includes(sizes.at(-1) ?? 0), sizes.join(' '))
          assert.ok(sizes.every((size) => size <= 0 || size === bytes.length))
        }
      }),
    )
  })
})

describe('an answer fits its request', () => {
  for (const [ask, answer, verdict] of [
    ['03 00 6b 00 03', '03 06 02 2b 00 00 00 64', true],
    ['03 00 6b 00 03', '83 02', true],
    ['03 00 6b 00 03', '83 02 00', false],
    ['03 00 6b 00 03', '84 02', false],
    ['03 00 6b 00 03', '03 04 02 2b 00 00', false],
    ['03 00 6b 00 03', '03 06 02 2b 00 00', false],
    ['03 00 6b 00 03', '04 06 02 2b 00 00 00 64', false],
    ['01 00 13 00 13', '01 03 cd 6b 05', true],
    ['01 00 13 00 13', '01 02 cd 6b', false],
    ['06 00 01 00 03', '06 00 01 00 03', true],
    ['06 00 01 00 03', '06 00 01 00 04', false],
    ['10 00 01 00 02 04 00 0a 01 02', '10 00 01 00 02', true],
    ['10 00 01 00 02 04 00 0a 01 02', '10 00 02 00 02', false],
    ['08 00 00 a5 37', '08 00 00 a5 37', true],
    ['08 00 00 a5 37', '08 00 00 a5 38', false],
    ['08 00 0b 00 00', '08 00 0b 00 07', true],
    ['17 00 03 00 01 00 0e 00 01 02 00 ff', '17 02 00 fe', true],
    ['17 00 03 00 02 00 0e 00 01 02 00 ff', '17 02 00 fe', false],
    ['2b 0e 01 00', '2b 0e 01 01 00 00 00', true],
    ['2b 0e 01 00', '2b 0d 01 01 00 00 00', false],
    ['41 01', '41 02 03 04', true],
    ['41 01', '42 02', false],
  ] as const) {
    test(`${ask} | ${answer}: ${verdict}`, () => assert.equal(fits(unhex(ask), unhex(answer)), verdict))
  }

  test('only writes may be broadcast, and their echo is what a device would answer', () => {
    assert.equal(broadcastEcho(unhex('03 00 00 00 01')), null)
    assert.deepEqual(broadcastEcho(unhex('10 00 01 00 02 04 00 0a 01 02')), unhex('10 00 01 00 02'))
    fc.assert(
      fc.property(anyRequest, (request) => {
        const bytes = encodeRequest(request)
        const echo = broadcastEcho(bytes)
        if (echo !== null) assert.ok(fits(bytes, echo))
      }),
    )
  })
})

test('exceptions have a number and a name, both ways', () => {
  for (const [code, name] of Object.entries(exceptions)) {
    assert.equal(exceptionName(Number(code)), name)
    assert.equal(exceptionCode(name), Number(code))
  }
  assert.equal(exceptionName(11), 'GatewayTargetDeviceFailedToRespond')
  assert.equal(exceptionName(9), 'Exception9')
  assert.equal(exceptionCode('Exception9'), 9)
  assert.equal(exceptionCode('timeout'), null)
})
