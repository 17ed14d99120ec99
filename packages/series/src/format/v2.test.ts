import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import * as fc from 'fast-check'
import { DamagedChunk } from '../bytes.ts'
import { decodeAround, decodeChunk } from '../chunk.ts'
import { type Readings, readingsMax } from '../readings.ts'
import { anyReadings, damage } from '../testing/readings.arbitrary.ts'
import { encodeBlock2 } from '../testing/version-2.ts'

const readings = (times: readonly number[], values: readonly number[]): Readings => ({
  times: Float64Array.from(times),
  values: Float64Array.from(values),
})

const bits = ({ times, values }: Readings): string =>
  [times, values]
    .map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('hex'))
    .join(' ')

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

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

const bodyAt = 14

/** A block with this body and a valid header. */
const sealed = (body: Iterable<number>, count: number): Uint8Array => {
  const bytes = Uint8Array.from([...new Array<number>(bodyAt).fill(0), ...body])
  const head = new DataView(bytes.buffer)
  head.setUint8(0, 2)
  head.setUint8(5, 128)
  head.setUint32(6, bytes.length, true)
  head.setUint32(10, count, true)
  head.setUint32(1, crc32(bytes.subarray(5)), true)
  return bytes
}

const f64 = (number: number): Uint8Array => new Uint8Array(Float64Array.of(number).buffer)

describe('chunks of version 2', () => {
  for (const [name, input, bytes] of [
    ['nothing', readings([], []), '02 d306d695 80 0e000000 00000000'],
    ['one', readings([1000], [-2.5]), '02 b9c7e770 80 21000000 01000000 0000000000408f40 01 000000 01 31 01 000000 00'],
    [
      'tenths and tenths',
      readings([1000, 1100, 1300, 1500, 1700, 1800], [230.1, 230.1, 230.1, 230.2, 230, 230]),
      '02 601b13f5 80 2c000000 06000000 0000000000408f40 64 05 01 02 02 07 000000 01 fa23 01 05 02 00 03 8e 000000 00',
    ],
    [
      'a negative zero',
      readings([1, 2, 3], [0, -0, 1.5]),
      '02 e6008204 80 2b000000 03000000 000000000000f03f 01 02 00 02 02 000000 01 00 0f 02 00 00 02 000000 01 01 03',
    ],
    [
      'singles',
      readings([1, 2], [2 ** -40, -0]),
      '02 e3fc6028 80 30000000 02000000 000000000000f03f 01 01 00 02 00 000000 20 808080b805 818080dc02 01 00 01 00 000000',
    ],
    [
      'doubles',
      readings([1, 2], [Math.PI, NaN]),
      '02 b1b73eba 80 31000000 02000000 000000000000f03f 01 01 00 02 00 000000 21 9390d0d575710909f9fd5b5191f3a3833d00',
    ],
  ] as const) {
    test(name, () => {
      assert.equal(hex(encodeBlock2(input)), bytes.replaceAll(' ', ''))
      assert.equal(bits(decodeChunk(unhex(bytes))), bits(input))
    })
  }
})

test('readings of version 2 survive the round trip', () => {
  fc.assert(
    fc.property(anyReadings, (input) => assert.equal(bits(decodeChunk(encodeBlock2(input))), bits(input))),
    { numRuns: 300 },
  )
})

test('decodes part of a block with its negative zeros, without the rest', () => {
  const input = readings([1, 2, 3, 4], [-0, 1, 5, -0])
  const room = { times: new Float64Array(4), values: new Float64Array(4).fill(9) }
  const part = decodeAround(encodeBlock2(input), 1, 2, () => room)
  assert.deepEqual([...part.values.subarray(0, 2)], [-0, 1])
})

describe('damage', () => {
  test('statistics of a day equal those of its readings', () => {
    fc.assert(
      fc.property(anyReadings, damage, (input, harm) => {
        const found = decoded(harm(encodeBlock2(input)))
        assert.ok(found === null || bits(found) === bits(input))
      }),
      { numRuns: 300 },
    )
  })

  test('with a valid checksum gives ordered readings or is refused', () => {
    fc.assert(
      fc.property(anyReadings, damage, (input, harm) => {
        const found = decoded(sealed(harm(encodeBlock2(input).slice(bodyAt)), input.times.length))
        if (found === null) return
        assert.equal(found.times.length, input.times.length)
        assert.ok(
          found.times.every(
            (time, index) => Number.isSafeInteger(time) && time > (found.times[index - 1] ?? -Infinity),
          ),
        )
      }),
      { numRuns: 500 },
    )
  })

  const times = [...f64(0), 1, 1, 0, 2, 0, 0, 0, 0]
  for (const [name, bytes, message] of [
    ['hardly any', Uint8Array.of(2, 0, 0, 0, 0), /end early/],
    ['a length of 0', new Uint8Array(20).with(0, 2), /0 bytes long/],
    ['more than a day has', sealed(Uint8Array.of(), readingsMax + 1), /over 864000 readings/],
    ['a time that is no number', sealed([...f64(NaN), 1, 0, 0, 0], 1), /out of range/],
    ['times that stand still', sealed([...f64(0), 1, 1, 0, 0, 0, 0, 0, 0], 2), /do not ascend/],
    ['a unit of 0', sealed([...f64(0), 0, 0, 0, 0], 1), /unit is 0/],
    ['a run of none', sealed([...f64(0), 1, 0, 0, 2, 0, 0, 0, 0], 2), /run is empty/],
    ['a run that is too long', sealed([...f64(0), 1, 2, 0, 2, 0, 0, 0, 0], 2), /count is 2, over 1/],
    ['a run that is too wide', sealed([...f64(0), 1, 2, 25, 2, 2, 0, 0, 0], 3), /25 bits wide/],
    ['a run without its bits', sealed([...f64(0), 1, 2, 24, 2, 2, 0, 0, 0], 3), /end early/],
    ['a negative zero that is 7', sealed([...times, 0, 14, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0], 2), /negative zero/],
    ['an unknown kind of value', sealed([...times, 13], 2), /in way 13/],
    [
      'doubles that inflate to more',
      sealed([...times, 33, ...deflateRawSync(new Uint8Array(99))], 2),
      /do not inflate/,
    ],
    ['bytes left over', sealed([...times, 0, 14, 1, 1, 0, 0, 0, 0, 0, 0, 0, 9], 2), /1 bytes are left/],
  ] as const) {
    test(name, () => assert.throws(() => decodeChunk(bytes), { name: 'DamagedChunk', message }))
  }
})
