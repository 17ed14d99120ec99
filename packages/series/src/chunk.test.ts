import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { ByteReader, ByteWriter, DamagedChunk } from './bytes.ts'
import { blockMs, decodeBackwards, decodeChunk, encodeChunk, joinBlocks } from './chunk.ts'
import { encodeBlock } from './format/v3.ts'
import { type Readings, readingsMax } from './readings.ts'
import { anyReadings, damage, denseDay, readingsIn } from './testing/readings.arbitrary.ts'

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

/** Encodes readings as one block or as the day that starts at 0. */
const encode = (input: Readings): Uint8Array => encodeChunk(input, 0).data

/** A block with this body and a valid header. */
const sealed = (body: Iterable<number>, count: number): Uint8Array => {
  const to = new ByteWriter()
  const bytes = Uint8Array.from(body)
  to.bytes(Uint8Array.of(3, 0, 0, 0, 0, 128))
  to.varint(bytes.length)
  to.varint(count)
  to.bytes(bytes)
  const block = to.written()
  new DataView(block.buffer).setUint32(1, crc32(block.subarray(5)), true)
  return block
}

const f64 = (number: number): Uint8Array => new Uint8Array(Float64Array.of(number).buffer)

/** Returns the body of the only block. */
const bodyOf = (bytes: Uint8Array): Uint8Array => {
  const from = new ByteReader(bytes)
  from.skip(6)
  from.varint()
  from.varint()
  return bytes.slice(from.at)
}

describe('the format', () => {
  for (const [name, input, bytes] of [
    ['nothing', readings([], []), '0392c2741e800000'],
    ['one', readings([1000], [-2.5]), '038301be3c80080100d00f0001003100'],
    [
      'tenths and tenths',
      readings([1000, 1100, 1300, 1500, 1700, 1800], [230.1, 230.1, 230.1, 230.2, 230, 230]),
      '037b547efc80190601d00f6405010202070000000101fa2301050200038e000000',
    ],
    ['a negative zero', readings([1, 2, 3], [0, -0, 1.5]), '032c74fdaf8011030002028101010301000f02000002000000'],
    ['singles', readings([1, 2], [2 ** -40, -0]), '03226df15d800f020002022000808080b805818080b805'],
    ['doubles', readings([1, 2], [Math.PI, NaN]), '032ebc48ff801602000202219390d0d575710909f9fd5b5191f3a3833d00'],
  ] as const) {
    test(name, () => {
      assert.equal(hex(encode(input)), bytes.replaceAll(' ', ''))
      assert.equal(bits(decodeChunk(unhex(bytes))), bits(input))
    })
  }
})
describe('readings survive the round trip', () => {
  test('any readings', () => {
    fc.assert(
      fc.property(anyReadings, (input) => assert.equal(bits(decodeChunk(encode(input))), bits(input))),
      { numRuns: 1000 },
    )
  })

  test('days of any density, in blocks', () => {
    fc.assert(
      fc.property(denseDay, (shape) => {
        const input = readingsIn(shape)
        const { data, blockEnds } = encodeChunk(input, 0)
        assert.ok(blockEnds === null || blockEnds.at(-1) === data.length)
        assert.equal(bits(decodeChunk(data)), bits(input))
      }),
      { numRuns: 100 },
    )
  })

  test('a reading every tenth of a second for a day', () => {
    const times = Float64Array.from({ length: readingsMax }, (_, index) => index * 100)
    const values = times.map((time) => (time % 7700) / 10)
    assert.equal(bits(decodeChunk(encode({ times, values }))), bits({ times, values }))
  })

  test('from bytes at any offset of a buffer', () => {
    const input = readings([1, 2, 4], [0.1, Math.PI, -0])
    const bytes = encode(input)
    const within = new Uint8Array(bytes.length + 9)
    within.set(bytes, 3)
    assert.equal(bits(decodeChunk(within.subarray(3, 3 + bytes.length))), bits(input))
  })
})

describe('size', () => {
  const count = 5760
  const times = Float64Array.from({ length: count }, (_, index) => 1_780_272_000_000 + index * 15_000)
  const day = (of: (index: number) => number): number =>
    encodeChunk({ times, values: Float64Array.from(times, (_, index) => of(index)) }, times[0] ?? 0).data.length

  test('a constant value takes almost no space', () => assert.ok(day(() => 50.02) < 50))

  test('a state that changes every hour takes a few bytes per change', () =>
    assert.ok(day((index) => Math.floor(index / 240) % 2) < 250))

  test('an occasional negative zero takes little space', () => {
    const often = (zero: number) => (index: number) => (index % 100 < 2 ? zero : (index % 7) / 10)
    assert.ok(day(often(-0)) < day(often(0)) + 400)
  })

  test('a walk of sixteen steps takes four bits per reading', () => {
    let walk = 2300
    let seed = 1
    const step = (): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return (seed >>> 28) - 7
    }
    const bytes = day(() => (walk += step()) / 10)
    assert.ok(bytes < 0.57 * count, `${bytes} bytes`)
  })

  test('a step of 40 takes no more space than a step of 1', () => {
    const wave = (index: number): number => Math.round(20 + 20 * Math.sin(index / 3))
    assert.ok(day((index) => 7 + 40 * wave(index)) <= day(wave) + 8)
  })
})

describe('damage', () => {
  test('statistics of a day equal those of its readings', () => {
    fc.assert(
      fc.property(anyReadings, damage, (input, harm) => {
        const found = decoded(harm(encode(input)))
        assert.ok(found === null || bits(found) === bits(input))
      }),
      { numRuns: 600 },
    )
    fc.assert(
      fc.property(denseDay, damage, (shape, harm) => {
        const input = readingsIn(shape)
        const found = decoded(harm(encode(input)))
        assert.ok(found === null || bits(found) === bits(input))
      }),
      { numRuns: 60 },
    )
  })

  test('with a valid checksum gives ordered readings or is refused', () => {
    fc.assert(
      fc.property(anyReadings, damage, (input, harm) => {
        const found = decoded(sealed(harm(bodyOf(encodeBlock(input))), input.times.length))
        if (found === null) return
        assert.equal(found.times.length, input.times.length)
        assert.ok(
          found.times.every(
            (time, index) => Number.isSafeInteger(time) && time > (found.times[index - 1] ?? -Infinity),
          ),
        )
      }),
      { numRuns: 1000 },
    )
  })

  const day = Float64Array.from({ length: 2880 }, (_, index) => index * 30_000)
  const noise = day.map((_, index) => (index * 7919) % 1000)
  const { data, blockEnds } = encodeChunk({ times: day, values: noise }, 0)
  const [end = 0] = blockEnds ?? []
  /** Two times, 0 and 1. */
  const times = [0, 0, 2]

  for (const [name, bytes, message] of [
    ['empty', new Uint8Array(0), /blocks are missing/],
    ['hardly any', data.subarray(0, 5), /end early/],
    ['another version', data.slice(0, end).with(0, 4), /version 4 is not known/],
    ['a wrong checksum', data.slice().with(20, (data[20] ?? 0) ^ 1), /checksum/],
    ['a block too few', data.subarray(0, blockEnds?.at(-2)), /blocks are missing/],
    ['no first block', data.subarray(end), /blocks are missing/],
    ['a block twice', Buffer.concat([data.subarray(0, end), data]), /blocks are missing/],
    ['a length beyond the end', Uint8Array.of(3, 0, 0, 0, 0, 128, 9, 0), /17 bytes long/],
    ['more than a day has', sealed(Uint8Array.of(), readingsMax + 1), /over 864000 readings/],
    ['times that stand still', sealed([0, 0, 0], 2), /do not ascend/],
    ['a time that is no number', sealed([4, ...f64(NaN), 2], 1), /out of range/],
    ['times in no way', sealed([3, 0, 2], 2), /in way 3/],
    ['a unit of 0', sealed([2, 0, 0], 2), /unit is 0/],
    [
      'a predictor that there is not',
      sealed([...times, 0, 2, 0, 1, 5, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], 2),
      /no way that is known/,
    ],
    [
      'a code that there is not',
      sealed([...times, 0, 2, 0, 1, 7, 255, 255, 0, 1, 0, 0, 0, 0, 0, 0], 2),
      /no way that is known/,
    ],
    ['too many low bits', sealed([...times, 0, 2, 0, 1, 7, 0, 0, 14, 1, 0, 0, 0, 0, 0, 0], 2), /no way that is known/],
    [
      'a state that there is not',
      sealed([...times, 0, 2, 0, 1, 7, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0], 2),
      /no way that is known/,
    ],
    ['a code without its bits', sealed([...times, 0, 2, 0, 1, 7, 0, 0, 0, 1, 0, 0], 2), /end early/],
    ['a negative zero that is 7', sealed([...times, 128, 1, 1, 0, 0, 14, 0], 2), /negative zero/],
    ['an unknown kind of value', sealed([...times, 13], 2), /in way 13/],
    ['bytes left over', sealed([...times, 0, 0, 14, 0, 9], 2), /1 bytes are left/],
  ] as const) {
    test(name, () => assert.throws(() => decodeChunk(bytes), { name: 'DamagedChunk', message }))
  }
})

test('reads any set of blocks backwards', () => {
  fc.assert(
    fc.property(denseDay, fc.nat({ max: 4 }), fc.nat({ max: 4 }), (shape, one, other) => {
      const input = readingsIn(shape)
      const { data, blockEnds } = encodeChunk(input, 0)
      const ends = blockEnds === null ? new Array<number>(4).fill(data.length) : blockEnds
      const [from, till] = [Math.min(one, other), Math.max(one, other)]
      const some = [...decodeBackwards(data.subarray(from === 0 ? 0 : ends[from - 1], till === 0 ? 0 : ends[till - 1]))]
      const times = some.toReversed().flatMap((part) => [...part.times])
      const isAsked = (time: number): boolean =>
        blockEnds === null ? from === 0 && till > 0 : time >= from * blockMs && time < till * blockMs
      assert.deepEqual(Float64Array.from(times), input.times.filter(isAsked))
    }),
    { numRuns: 60 },
  )
})

describe('times ascend over all blocks, forwards and backwards', () => {
  const block = (...times: number[]): Uint8Array =>
    encodeBlock({ times: Float64Array.from(times), values: Float64Array.from(times) })
  const backwards = (bytes: Uint8Array): number[] =>
    [...decodeBackwards(bytes)].toReversed().flatMap(({ times }) => [...times])
  for (const [name, blocks, isSound] of [
    ['one after the other', [block(1, 2), block(3, 4), block(5)], true],
    ['with none between', [block(1, 2), new Uint8Array(0), block(5)], true],
    ['the same time twice', [block(1, 2), block(2, 4), block(5)], false],
    ['the last before the others', [block(3, 4), block(5), block(1, 2)], false],
    ['the first after the others', [block(5), block(1, 2), block(3, 4)], false],
    ['one that lies within another', [block(1, 9), block(3, 4)], false],
  ] as const) {
    test(name, () => {
      const { data } = joinBlocks(blocks)
      const damaged = { name: 'DamagedChunk', message: /do not ascend/ }
      if (isSound) assert.deepEqual(backwards(data), [...decodeChunk(data).times])
      else {
        assert.throws(() => decodeChunk(data), damaged)
        assert.throws(() => backwards(data), damaged)
      }
    })
  }
})

describe('refuses readings that cannot be stored', () => {
  for (const [name, input] of [
    ['times that stand still', readings([1, 1], [1, 2])],
    ['times that go back', readings([2, 1], [1, 2])],
    ['parts of a millisecond', readings([1, 1.5, 2], [1, 2, 3])],
    ['no time', readings([NaN], [1])],
    ['times too far apart', readings([0, 2 ** 52], [1, 2])],
    ['a time without a value', readings([1, 2], [1])],
    ['more than a day has', { times: new Float64Array(readingsMax + 1), values: new Float64Array(readingsMax + 1) }],
  ] as const) {
    test(name, () => assert.throws(() => encodeChunk(input, 0), RangeError))
  }
})
