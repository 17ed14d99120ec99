import { deflateRawSync } from 'node:zlib'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { DamagedChunk } from './damaged.ts'
import { decimalsOf, powerOf } from './decimals.ts'
import { readNegativeZeros, writeNegativeZeros } from './negative-zeros.ts'
import { readPlanes, writePlanes } from './planes.ts'
import { deflate, inflate } from './sealed.ts'
import { areSingles, doubles, singles } from './values.ts'
import { readWalk, writeWalk } from './walk.ts'

/**
 * Decimals are a walk of whole numbers, and so are single floats by their bits. Nothing is deflated but doubles of no
 * pattern: walks are read many times faster, and are not much longer.
 */
export function writePackedValues(to: ByteWriter, values: Float64Array): void {
  if (values.length === 0) return
  const decimals = decimalsOf(values)
  if (decimals !== null) {
    to.u8(decimals.exponent)
    to.integer(decimals.integers[0] ?? 0)
    writeWalk(to, decimals.integers)
    writeNegativeZeros(to, values)
  } else if (areSingles(values)) {
    const bits = Float64Array.from(new Int32Array(new Float32Array(values).buffer), ascending)
    to.u8(singles)
    to.integer(bits[0] ?? 0)
    writeWalk(to, bits)
  } else {
    const planes = new ByteWriter(8 * values.length)
    writePlanes(planes, values)
    to.u8(doubles)
    to.bytes(deflateRawSync(planes.written(), deflate))
  }
}

/** Fills `values`, or at least the first `wanted`. */
export function readPackedValues(from: ByteReader, values: Float64Array, wanted = values.length): void {
  if (values.length === 0) return
  const kind = from.u8()
  if (kind === doubles) return readDoubles(from, values)
  const power = kind === singles ? 1 : powerOf(kind)
  if (power === undefined) throw new DamagedChunk(`no values are kept in way ${kind}`)
  readWalk(from, values, from.integer(), power, wanted)
  if (kind === singles) values.set(new Float32Array(Int32Array.from(values.subarray(0, wanted), ascending).buffer))
  else readNegativeZeros(from, values)
}

function readDoubles(from: ByteReader, values: Float64Array): void {
  const planes = new ByteReader(inflate(from.take(from.bytes.length - from.at), 8 * values.length))
  readPlanes(planes, values)
  planes.end()
}

/** The bits of floats ascend as the floats do, but for those below zero, which descend: that is turned, and turned back. */
const ascending = (bits: number): number => (bits < 0 ? bits ^ 0x7f_ff_ff_ff : bits)
