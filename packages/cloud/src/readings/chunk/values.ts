import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { DamagedChunk } from './damaged.ts'
import { decimalsOf, powerOf } from './decimals.ts'
import { differences } from './differences.ts'
import { readIntegers, writeIntegers } from './integers.ts'
import { readNegativeZeros, writeNegativeZeros } from './negative-zeros.ts'
import { readPlanes, writePlanes } from './planes.ts'

// The first byte says how the values are kept: the exponent of decimals, or one of these.
export const singles = 32
export const doubles = 33

/** Most meters give decimals, whose differences are small; the rest is kept as floats. */
export function writeValues(to: ByteWriter, values: Float64Array): void {
  const decimals = decimalsOf(values)
  if (decimals !== null) {
    to.u8(decimals.exponent)
    writeWalk(to, decimals.integers)
    writeNegativeZeros(to, values)
  } else if (areSingles(values)) {
    to.u8(singles)
    writePlanes(to, new Float32Array(values))
  } else {
    to.u8(doubles)
    writePlanes(to, values)
  }
}

export function readValues(from: ByteReader, count: number): Float64Array {
  const kind = from.u8()
  if (kind === singles) return new Float64Array(readPlanes(from, new Float32Array(count)))
  if (kind === doubles) return readPlanes(from, new Float64Array(count))
  const power = powerOf(kind)
  if (power === undefined) throw new DamagedChunk(`no values are kept in way ${kind}`)
  const values = readWalk(from, count, power)
  readNegativeZeros(from, values)
  return values
}

/** The first integer stands apart: it would spoil the unit of the differences. */
function writeWalk(to: ByteWriter, integers: Float64Array): void {
  const walk = differences(integers)
  to.integer(walk[0] ?? 0)
  writeIntegers(to, walk.subarray(1))
}

function readWalk(from: ByteReader, count: number, power: number): Float64Array {
  let integer = from.integer()
  const values = readIntegers(from, Math.max(0, count - 1), Math.min(count, 1))
  for (let index = 0; index < values.length; index += 1) {
    integer += values[index] ?? 0
    if (Math.abs(integer) > Number.MAX_SAFE_INTEGER) throw new DamagedChunk('a value is out of range')
    values[index] = integer / power
  }
  return values
}

// NaN is none: only a double keeps its bits.
export function areSingles(values: Float64Array): boolean {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    if (Math.fround(value) !== value) return false
  }
  return true
}
