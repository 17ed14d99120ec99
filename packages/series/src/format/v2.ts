import { ByteReader, DamagedChunk } from '../bytes.ts'
import type { Readings } from '../readings.ts'
import type { BlockFormat } from './block-format.ts'
import { doubles, readPlanes, singles, spanMaxMs } from './columns.ts'
import { powerOf, putNegativeZeros, readZeroPlaces } from './decimals.ts'
import { inflate } from './sealed.ts'
import { readWalk } from './walk.ts'

// Blocks were once columns of runs, bit-packed. Those that are stored are read, and are rewritten in the background.
// version, checksum of all the rest (4 bytes), place among its chunk's blocks and whether it is the last (1), length of the
// whole block (4), readings in it (4), times, values
export const v2Version = 2
const headBytes = 14

function readHead(bytes: Uint8Array): { count: number; bodyAt: number; length: number } {
  if (bytes.length < headBytes) throw new DamagedChunk('the bytes end early')
  const head = viewOf(bytes)
  return { count: head.getUint32(10, true), bodyAt: headBytes, length: head.getUint32(6, true) }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function readBody(from: ByteReader, { times, values }: Readings, wantedOf: (times: Float64Array) => number): void {
  readTimes(from, times)
  readValues(from, values, Math.min(values.length, wantedOf(times)))
  from.end()
}

const readFirstTime = (from: ByteReader): number => from.f64()

/** Fills `times`. */
function readTimes(from: ByteReader, times: Float64Array): void {
  if (times.length === 0) return
  const first = readFirstTime(from)
  if (readWalk(from, times, first, 1) <= 0) throw new DamagedChunk('the times do not ascend')
  const end = times.at(-1) ?? 0
  // Times ascend, so checking both ends covers all of them.
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(end) || end - first > spanMaxMs) {
    throw new DamagedChunk('a time is out of range')
  }
}

/** Fills `values`, at least the first `wanted`. */
function readValues(from: ByteReader, values: Float64Array, wanted: number): void {
  if (values.length === 0) return
  const kind = from.u8()
  if (kind === doubles) return readDoubles(from, values)
  const power = kind === singles ? 1 : powerOf(kind)
  if (power === undefined) throw new DamagedChunk(`no values are kept in way ${kind}`)
  readWalk(from, values, from.integer(), power, wanted)
  if (kind === singles) values.set(new Float32Array(Int32Array.from(values.subarray(0, wanted), ascending).buffer))
  else putNegativeZeros(values, readZeroPlaces(from, values.length), wanted)
}

/** Reads the remaining bytes as doubles. */
export function readDoubles(from: ByteReader, values: Float64Array): void {
  const planes = new ByteReader(inflate(from.take(from.bytes.length - from.at), 8 * values.length))
  readPlanes(planes, values)
  planes.end()
}

/** Maps the bits of floats to integers of the same order: those of negative floats descend and are inverted. */
export const ascending = (bits: number): number => (bits < 0 ? bits ^ 0x7f_ff_ff_ff : bits)

export const version2: BlockFormat = { readHead, readBody, readFirstTime }
