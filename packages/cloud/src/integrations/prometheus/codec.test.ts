import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { readQueries, resultHead, seriesField, writeRequest } from './messages.ts'
import { fieldsOf, NotProtobuf, varintBytes, writeVarint } from './protobuf.ts'
import { withGaps } from './series.ts'
import { compress, decompress, NotSnappy, SnappyPieces } from './snappy.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytesOf = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex')

describe('protobuf', () => {
  test('whole numbers come back, and are as long as said', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        const made = new Uint8Array(1 + varintBytes(value))
        made[0] = 8
        assert.equal(writeVarint(made, 1, value), made.length)
        assert.deepEqual(fieldsOf(made), [{ no: 1, value: BigInt(value) }])
      }),
    )
  })

  test('any bytes are fields, or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          fieldsOf(bytes)
        } catch (error) {
          assert.ok(error instanceof NotProtobuf, String(error))
        }
      }),
    )
  })

  for (const [says, bytes] of [
    ['cut off in a number', '08 80'],
    ['cut off in a text', '0a 05 61'],
    ['a number of eleven bytes', '08 ff ff ff ff ff ff ff ff ff ff 01'],
    ['a group', '0b'],
    ['field 0', '00 01'],
  ] as const) {
    test(`refused: ${says}`, () => assert.throws(() => fieldsOf(bytesOf(bytes)), NotProtobuf))
  }
})

describe('write requests', () => {
  // As Prometheus' own library writes it.
  const rows = [
    {
      says: 'a sample',
      series: { labels: { b: 'y', __name__: 'x', none: '' }, times: [1000], values: [1] },
      gives: '0a25 0a0d 0a085f5f6e616d655f5f 120178 0a06 0a0162 120179 120c 09000000000000f03f 10e807',
    },
    {
      says: 'NaN, as the mark of what is stale',
      series: { labels: { a: 'b' }, times: [0], values: [Number.NaN] },
      gives: '0a15 0a06 0a0161 120162 120b 09020000000000f07f 1000',
    },
  ]
  for (const { says, series, gives } of rows) {
    test(says, () => {
      const { labels, times, values } = series
      const one = { labels, times: Float64Array.from(times), values: Float64Array.from(values) }
      assert.equal(hex(writeRequest([one])), gives.replaceAll(' ', ''))
    })
  }

  test('samples come back, whatever they are', () => {
    const sample = fc.tuple(fc.nat({ max: 4e12 }), fc.double({ noNaN: true }))
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 20 }), (samples) => {
        const series = {
          labels: { l: 'ü' },
          times: Float64Array.from(samples, ([time]) => time),
          values: Float64Array.from(samples, ([, value]) => value),
        }
        const [field] = fieldsOf(seriesField(series))
        const read = fieldsOf(field?.value as Uint8Array)
          .filter(({ no }) => no === 2)
          .map(({ value }) => {
            const [number, time] = fieldsOf(value as Uint8Array)
            const bits = new BigUint64Array([number?.value as bigint])
            return [Number(time?.value), new Float64Array(bits.buffer)[0]]
          })
        assert.deepEqual(read, samples)
      }),
    )
  })

  test('the head of a result', () => assert.equal(hex(resultHead(300)), '0aac02'))
})

describe('read requests', () => {
  test('spans and matchers', () => {
    const request = bytesOf('0a18 08e807 10d00f 1a06 120161 1a0162 1a08 0803 120163 1a0164')
    assert.deepEqual(readQueries(request), [
      {
        from: 1000,
        till: 2000,
        matchers: [
          { kind: 'equal', name: 'a', value: 'b' },
          { kind: 'unlike', name: 'c', value: 'd' },
        ],
      },
    ])
  })

  test('from the least to the greatest number is all time', () => {
    const request = bytesOf('0a15 08 80808080808080808001 10 ffffffffffffffff7f')
    assert.deepEqual(readQueries(request), [{ from: 0, till: Date.UTC(3000, 0, 1), matchers: [] }])
  })

  for (const [says, bytes] of [
    ['a matcher of another type', '0a04 1a02 0804'],
    ['a matcher that is a number', '0a02 1801'],
    ['a time that is a text', '0a02 0a00'],
    ['a text that is not UTF-8', '0a05 1a03 1201ff'],
  ] as const) {
    test(`refused: ${says}`, () => assert.throws(() => readQueries(bytesOf(bytes)), NotProtobuf))
  }
})

describe('snappy', () => {
  const texts = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(fc.constantFrom(1, 2), { maxLength: 2000 }).map((bytes) => Uint8Array.from(bytes)),
  )
  test('pieces make one block', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), (pieces) => {
        const made = new SnappyPieces()
        for (const piece of pieces) made.add(piece)
        const whole = Buffer.concat(pieces)
        assert.deepEqual(Buffer.from(decompress(Buffer.concat([...made.block()]), whole.length)), whole)
      }),
    )
  })

  // A literal of 2^32 bytes: as a number of 32 bits it would be one that leads back.
  for (const [says, block] of [
    ['a literal that is longer than all', '05 fc ffffffff'],
    ['shorter than declared', '05 04 6161'],
    ['longer than declared', '01 04 6161'],
    ['a copy of nothing', '04 01 00'],
    ['a length without an end', 'ffffffffff'],
    ['nothing', ''],
  ] as const) {
    test(`refused: ${says}`, () => assert.throws(() => decompress(bytesOf(block), 100), NotSnappy))
  }

  test('no more than is allowed is unpacked', () => {
    assert.throws(() => decompress(compress(new Uint8Array(1000)), 999), NotSnappy)
  })

  test('any bytes are a block, or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          decompress(bytes, 1000)
        } catch (error) {
          assert.ok(error instanceof NotSnappy, String(error))
        }
      }),
    )
  })
})

test('a gap ends a value where it begins', () => {
  const readings = { times: Float64Array.of(10, 20, 50), values: Float64Array.of(1, 2, 3) }
  const gap = (from: number, till: number) => ({ from, till, polls: 1, reason: 'Timeout' })
  const { times, values } = withGaps(readings, [gap(5, 8), gap(30, 40), gap(60, 90), gap(99, 99)], 10, 60)
  assert.deepEqual([...times], [10, 20, 30, 50, 60])
  assert.deepEqual([...values], [1, 2, Number.NaN, 3, Number.NaN])
})
