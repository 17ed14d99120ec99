import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { ByteWriter, DamagedChunk } from '../bytes.ts'
import { decodeChunk } from '../chunk.ts'
import { type Readings, readingsMax } from '../readings.ts'
import { anyReadings, damage } from '../testing/readings.arbitrary.ts'
import { writeTimes, writeValues } from './columns.ts'
import { seal, unseal } from './sealed.ts'

const readings = (times: readonly number[], values: readonly number[]): Readings => ({
  times: Float64Array.from(times),
  values: Float64Array.from(values),
})

const bits = ({ times, values }: Readings): string =>
  [times, values]
    .map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('hex'))
    .join(' ')

const unhex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** Returns the readings, or null for damage; any other error is thrown. */
function decoded(bytes: Uint8Array): Readings | null {
  try {
    return decodeChunk(bytes)
  } catch (err) {
    if (err instanceof DamagedChunk) return null
    throw err
  }
}

describe('chunks of version 1', () => {
  for (const [name, input, bytes] of [
    ['nothing', readings([], []), '01 02 8044c86f 00 00 00 01 00'],
    ['one', readings([1000], [-2.5]), '01 02 8a28af96 01 0000000000408f40 01 01 31 01 00'],
    [
      'tenths and tenths',
      readings([1000, 1100, 1300, 1500, 1700, 1800], [230.1, 230.1, 230.1, 230.2, 230, 230]),
      '01 02 44d3dfa4 06 0000000000408f40 64 03 03 01 00 02 01 fa23 01 01 00 03 04 00 00',
    ],
    [
      'a negative zero',
      readings([1, 2, 3], [0, -0, 1.5]),
      '01 02 db1a6f0c 03 000000000000f03f 01 03 00 01 00 0f 00 03 01 01 03',
    ],
    ['singles', readings([1, 2], [2 ** -40, -0]), '01 02 e59e787e 02 000000000000f03f 01 03 20 0000 0000 8080 2bab'],
    [
      'doubles',
      readings([1, 2], [Math.PI, NaN]),
      '01 02 d3de24d0 02 000000000000f03f 01 03 21 1818 2d2d 4444 5454 fbfb 2121 09f1 403f',
    ],
  ] as const) {
    test(name, () => {
      assert.equal(bits(decodeChunk(unhex(bytes))), bits(input))
    })
  }

  test('deflated', () => {
    const times = Float64Array.from({ length: 100 }, (_, index) => index * 1000)
    const input = { times, values: times.map((_, index) => (index % 2) * 7 + (index % 3)) }
    const bytes = unhex('01 03 276ee1d9 4b61808217eccc8c090c0c8c823cdc3c824234251900')
    assert.equal(bits(decodeChunk(bytes)), bits(input))
  })
})

/** Encodes as version 1 did. */
const encodeWhole = ({ times, values }: Readings): Uint8Array => {
  const to = new ByteWriter()
  to.varint(times.length)
  writeTimes(to, times)
  writeValues(to, values)
  return seal('readings', to.written())
}

test('any readings survive the round trip', () => {
  fc.assert(
    fc.property(anyReadings, (input) => assert.equal(bits(decodeChunk(encodeWhole(input))), bits(input))),
    { numRuns: 300 },
  )
})

describe('damage', () => {
  test('statistics of a day equal those of its readings', () => {
    fc.assert(
      fc.property(anyReadings, damage, (input, harm) => {
        const found = decoded(harm(encodeWhole(input)))
        assert.ok(found === null || bits(found) === bits(input))
      }),
      { numRuns: 300 },
    )
  })

  test('with a valid checksum gives ordered readings or is refused', () => {
    fc.assert(
      fc.property(anyReadings, damage, (input, harm) => {
        const body = unseal('readings', encodeWhole(input), 2 ** 20)
        const found = decoded(seal('readings', harm(body)))
        if (found === null) return
        assert.equal(found.times.length, found.values.length)
        assert.ok(found.times.length <= readingsMax)
        assert.ok(
          found.times.every(
            (time, index) => Number.isSafeInteger(time) && time > (found.times[index - 1] ?? -Infinity),
          ),
        )
      }),
      { numRuns: 300 },
    )
  })

  const body = (fill: (to: ByteWriter) => void): Uint8Array => {
    const to = new ByteWriter()
    fill(to)
    return seal('readings', to.written())
  }
  /** Two readings with valid times. */
  const two = (values: (to: ByteWriter) => void): Uint8Array =>
    body((to) => {
      to.varint(2)
      writeTimes(to, Float64Array.of(1, 2))
      values(to)
    })
  const good = encodeWhole(readings([1, 2], [1, 2]))

  for (const [name, bytes, message] of [
    ['hardly any', good.slice(0, 5), /end early/],
    ['another version', good.with(0, 9), /version 9 is not known/],
    ['a wrong checksum', good.with(3, (good[3] ?? 0) ^ 1), /checksum/],
    ['hours', seal('hours', unseal('readings', good, 1000)), /these are no readings/],
    ['more than a day has', body((to) => to.varint(readingsMax + 1)), /over 864000/],
    ['a number over 2^53', body((to) => to.bytes(Uint8Array.of(...new Array<number>(7).fill(255), 127))), /too long/],
    ['a count without end', body((to) => to.bytes(new Uint8Array(20).fill(255))), /too long/],
    ['a body that inflates without end', seal('readings', new Uint8Array(30_000_000)), /do not inflate/],
    ['bytes left over', seal('readings', Uint8Array.from([...unseal('readings', good, 1000), 0])), /1 bytes are left/],
    ['a time that is no number', body((to) => [to.varint(1), to.f64(NaN), to.varint(1)]), /out of range/],
    [
      'times too far apart',
      body((to) => [to.varint(2), to.f64(0), to.varint(2 ** 51 + 1), to.u8(3)]),
      /time is out of range/,
    ],
    ['times that stand still', body((to) => [to.varint(2), to.f64(0), to.varint(1), to.u8(0)]), /do not ascend/],
    ['a unit of 0', body((to) => [to.varint(2), to.f64(0), to.varint(0)]), /unit is 0/],
    [
      'a run that is too long',
      body((to) => [to.varint(3), to.f64(0), to.varint(1), to.u8(1), to.varint(2 ** 53)]),
      /past the end/,
    ],
    ['a value over 2^53', two((to) => [to.u8(0), to.integer(2 ** 51), to.varint(2 ** 53), to.u8(3)]), /value is out/],
    [
      'a negative zero that is 7',
      two((to) => [to.u8(0), to.integer(7), to.varint(1), to.u8(0), to.varint(1), to.varint(1), to.u8(0)]),
      /negative zero/,
    ],
    ['an unknown kind of value', body((to) => [to.varint(1), to.f64(0), to.varint(1), to.u8(13)]), /in way 13/],
  ] as const) {
    test(name, () => assert.throws(() => decodeChunk(bytes), { name: 'DamagedChunk', message }))
  }
})
