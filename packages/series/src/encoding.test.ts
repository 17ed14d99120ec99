import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { decodeChunk, encodeChunk } from './chunk.ts'

const dayMs = 1_780_272_000_000
const count = 1500

/** Pseudo-random whole numbers from 0 to 2 ** 31 - 1. */
function chance(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 1
}

const onTime = (index: number): number => dayMs + index * 15_000
const pick = chance(1)
const lots = Array.from({ length: 4 * count }, () => pick() / 2 ** 31)
const lot = (index: number): number => lots[index] ?? 0
const jittered = (index: number): number => onTime(index) + 100 * Math.floor(5 * lot(index))
const broken = (index: number): number => onTime(index + 400 * Math.floor(index / 300)) + (index % 50 === 7 ? 900 : 0)

/** Sums of steps. */
const walk = (step: (index: number) => number): ((index: number) => number) => {
  let sum = 0
  const sums = Array.from({ length: count }, (_, index) => (sum += step(index)))
  return (index) => sums[index] ?? 0
}
const tenths = walk((index) => Math.floor(15 * lot(index)) - 7)
const counter = walk((index) => (index % 400 < 300 ? Math.floor(4 * lot(index + 1)) : 0))
const spiky = walk((index) => (index % 97 === 5 ? 1e6 * (lot(index) - 0.5) : Math.floor(6 * lot(index)) - 3) | 0)
const calm = walk((index) => Math.floor((index % 640 < 320 ? 3 : 3000) * (lot(index) - 0.5)))

/**
 * Exact output of the encoder for many sorts of readings. Other sizes or bytes are valid as long as they decode, but
 * such a change must be deliberate.
 */
for (const [name, timeOf, valueOf, size, checksum] of [
  ['a value that stays', onTime, () => 50.02, 24, 0x1896e4b3],
  ['a walk in tenths', onTime, (index) => (2300 + tenths(index)) / 10, 851, 0x03930b21],
  ['a walk in tenths, seldom on time', jittered, (index) => (2300 + tenths(index)) / 10, 1373, 0x21688821],
  ['a counter with pauses, and outages', broken, (index) => (123_456 + counter(index)) / 100, 806, 0x1e94983d],
  ['spikes', onTime, (index) => spiky(index) / 1000, 660, 0xe77fcfac],
  ['hours of calm and of storm', onTime, (index) => calm(index), 1509, 0xa42ea609],
  ['steps of 40', jittered, (index) => 7 + 40 * Math.floor(9 * lot(index)), 1235, 0xe21a1e7b],
  ['a state', onTime, (index) => Math.floor(index / 240) % 2, 42, 0x10f2d144],
  ['negative zeros', onTime, (index) => (index % 60 < 2 ? -0 : (index % 7) / 10), 713, 0x3d5c7d07],
  ['singles', broken, (index) => Math.fround(230 + lot(index)), 3563, 0x95145a08],
] satisfies [string, (index: number) => number, (index: number) => number, number, number][]) {
  test(`${name}: ${size} bytes`, () => {
    const input = {
      times: Float64Array.from({ length: count }, (_, index) => timeOf(index)),
      values: Float64Array.from({ length: count }, (_, index) => valueOf(index)),
    }
    const { data } = encodeChunk(input, dayMs)
    assert.deepEqual(decodeChunk(data), input)
    assert.deepEqual([data.length, crc32(data)], [size, checksum])
  })
}
