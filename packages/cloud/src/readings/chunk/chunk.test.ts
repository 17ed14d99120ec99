import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type Readings, readingsMax } from '../readings.ts'
import { ByteWriter } from './byte-writer.ts'
import { decodeChunk, encodeChunk } from './chunk.ts'
import { DamagedChunk } from './damaged.ts'
import { anyReadings, damage } from './readings.arbitrary.ts'
import { seal, unseal } from './sealed.ts'
import { writeTimes } from './times.ts'

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

/** The readings, or null for damage; any other error is thrown. */
function decoded(bytes: Uint8Array): Readings | null {
  try {
    return decodeChunk(bytes)
  } catch (err) {
    if (err instanceof DamagedChunk) return null
    throw err
  }
}

describe('the format', () => {
  for (const [name, given, bytes] of [
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
      assert.equal(hex(encodeChunk(given)), bytes.replaceAll(' ', ''))
      assert.equal(bits(decodeChunk(unhex(bytes))), bits(given))
    })
  }

  test('deflated', () => {
    const times = Float64Array.from({ length: 100 }, (_, index) => index * 1000)
    const given = { times, values: times.map((_, index) => (index % 2) * 7 + (index % 3)) }
    const bytes = unhex('01 03 276ee1d9 4b61808217eccc8c090c0c8c823cdc3c824234251900')
    assert.equal(bits(decodeChunk(bytes)), bits(given))
  })
})

describe('whatever is kept comes back', () => {
  test('any readings', () => {
    fc.assert(
      fc.property(anyReadings, (given) => assert.equal(bits(decodeChunk(encodeChunk(given))), bits(given))),
      { numRuns: 1000 },
    )
  })

  test('a reading each tenth of a second, all day', () => {
    const times = Float64Array.from({ length: readingsMax }, (_, index) => index * 100)
    const values = times.map((time) => (time % 7700) / 10)
    assert.equal(bits(decodeChunk(encodeChunk({ times, values }))), bits({ times, values }))
  })

  test('from bytes that lie anywhere in a buffer', () => {
    const given = readings([1, 2, 4], [0.1, Math.PI, -0])
    const bytes = encodeChunk(given)
    const within = new Uint8Array(bytes.length + 9)
    within.set(bytes, 3)
    assert.equal(bits(decodeChunk(within.subarray(3, 3 + bytes.length))), bits(given))
  })
})

describe('size', () => {
  const count = 5760
  const times = Float64Array.from({ length: count }, (_, index) => 1_780_272_000_000 + index * 15_000)
  const day = (of: (index: number) => number): number =>
    encodeChunk({ times, values: Float64Array.from(times, (_, index) => of(index)) }).length

  test('a value that stays costs almost nothing', () => assert.ok(day(() => 50.02) < 40))

  test('a state that changes each hour costs a few bytes a change', () =>
    assert.ok(day((index) => Math.floor(index / 240) % 2) < 120))

  test('a negative zero now and then costs little', () =>
    assert.ok(day((index) => (index % 100 < 2 ? -0 : (index % 7) / 10)) < 200))

  test('a walk in tenths costs half a byte a reading', () => {
    let walk = 2300
    let seed = 1
    const step = (): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return (seed >>> 28) - 7
    }
    const bytes = day(() => (walk += step()) / 10)
    assert.ok(bytes < 0.6 * count, `${bytes} bytes`)
  })

  test('a step of 40 costs no more than a step of 1', () => {
    const wave = (index: number): number => Math.round(20 + 20 * Math.sin(index / 3))
    assert.ok(day((index) => 7 + 40 * wave(index)) <= day(wave) + 8)
  })
})

describe('damage', () => {
  test('is told from what was kept', () => {
    fc.assert(
      fc.property(anyReadings, damage, (given, harm) => {
        const found = decoded(harm(encodeChunk(given)))
        assert.ok(found === null || bits(found) === bits(given))
      }),
      { numRuns: 1000 },
    )
  })

  test('under a good checksum gives readings in order, or is refused', () => {
    fc.assert(
      fc.property(anyReadings, damage, (given, harm) => {
        const body = unseal('readings', encodeChunk(given), 2 ** 20)
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
      { numRuns: 1000 },
    )
  })

  const body = (fill: (to: ByteWriter) => void): Uint8Array => {
    const to = new ByteWriter()
    fill(to)
    return seal('readings', to.written())
  }
  /** Two readings with good times. */
  const two = (values: (to: ByteWriter) => void): Uint8Array =>
    body((to) => {
      to.varint(2)
      writeTimes(to, Float64Array.of(1, 2))
      values(to)
    })
  const good = encodeChunk(readings([1, 2], [1, 2]))

  for (const [name, bytes, message] of [
    ['empty', new Uint8Array(0), /end early/],
    ['another version', good.with(0, 2), /version 2 is not known/],
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

describe('what cannot be kept is refused', () => {
  for (const [name, given] of [
    ['times that stand still', readings([1, 1], [1, 2])],
    ['times that go back', readings([2, 1], [1, 2])],
    ['parts of a millisecond', readings([1, 1.5, 2], [1, 2, 3])],
    ['no time', readings([NaN], [1])],
    ['times too far apart', readings([0, 2 ** 52], [1, 2])],
    ['a time without a value', readings([1, 2], [1])],
    ['more than a day has', { times: new Float64Array(readingsMax + 1), values: new Float64Array(readingsMax + 1) }],
  ] as const) {
    test(name, () => assert.throws(() => encodeChunk(given), RangeError))
  }
})
