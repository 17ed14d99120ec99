import { deflateRawSync, inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ByteReader, ByteWriter, decodeChunk, encodeChunk, readWalk, writeWalk } from '@busbar/series'
import { dayStart, times } from './data.ts'

/** A way to keep a day of values; times are left out where they are not said to be with them. */
export interface Candidate {
  name: string
  encode: (values: Float64Array) => Uint8Array
  decode: (bytes: Uint8Array) => Float64Array
}

const blocks = 4

/** Values as whole numbers of 1/1000, or null where they are none. */
const thousandths = (values: Float64Array): Float64Array | null => {
  const integers = values.map((value) => Math.round(value * 1000))
  return integers.every((integer, at) => integer / 1000 === values[at]) ? integers : null
}

/** Steps as varints; values that are no decimals as their doubles. */
const tokensOf = (values: Float64Array): Uint8Array => {
  const integers = thousandths(values)
  const to = new ByteWriter(values.byteLength + 16)
  to.u8(integers === null ? 0 : 1)
  if (integers === null) to.bytes(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  else for (const [at, integer] of integers.entries()) to.integer(integer - (integers[at - 1] ?? 0))
  return to.written()
}

const valuesOf = (tokens: Uint8Array): Float64Array => {
  const from = new ByteReader(tokens)
  if (from.u8() === 0) return new Float64Array(tokens.slice(1).buffer)
  const values = new Float64Array(times.length)
  let integer = 0
  for (let at = 0; at < values.length; at += 1) {
    integer += from.integer()
    values[at] = integer / 1000
  }
  return values
}

/** The dictionary contains the likely steps, with which all columns begin. */
const dictionary = ((): Uint8Array => {
  const to = new ByteWriter()
  for (let at = 0; at < 8000; at += 1) to.integer(((at * 7919) % 41) - 20)
  return to.written()
})()

/** In runs of about the same width, each with what is far off as the first of another: frame of reference, patched. */
const runs: Candidate = {
  name: 'steps in bit-packed runs (version 2)',
  encode(values) {
    const to = new ByteWriter(values.byteLength)
    const integers = thousandths(values)
    to.u8(integers === null ? 0 : 1)
    if (integers === null) to.bytes(deflateRawSync(new Uint8Array(values.buffer, values.byteOffset, values.byteLength)))
    else {
      const size = values.length / blocks
      for (let at = 0; at < values.length; at += size) {
        to.integer(integers[at] ?? 0)
        writeWalk(to, integers.slice(at, at + size))
      }
    }
    return to.written()
  },
  decode(bytes) {
    const from = new ByteReader(bytes)
    if (from.u8() === 0) return new Float64Array(new Uint8Array(inflateRawSync(bytes.subarray(1))).buffer)
    const values = new Float64Array(times.length)
    const size = values.length / blocks
    for (let at = 0; at < values.length; at += size)
      readWalk(from, values.subarray(at, at + size), from.integer(), 1000)
    return values
  },
}

export const candidates: readonly Candidate[] = [
  {
    name: 'doubles, zstd',
    encode: (values) => zstdCompressSync(new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
    decode: (bytes) => new Float64Array(new Uint8Array(zstdDecompressSync(bytes)).buffer),
  },
  {
    name: 'steps as varints, deflated (version 1)',
    encode: (values) => deflateRawSync(tokensOf(values)),
    decode: (bytes) => valuesOf(inflateRawSync(bytes)),
  },
  {
    name: 'steps as varints, zstd',
    encode: (values) => zstdCompressSync(tokensOf(values)),
    decode: (bytes) => valuesOf(zstdDecompressSync(bytes)),
  },
  {
    name: 'steps as varints, zstd with a dictionary',
    encode: (values) => zstdCompressSync(tokensOf(values), { dictionary }),
    decode: (bytes) => valuesOf(zstdDecompressSync(bytes, { dictionary })),
  },
  runs,
  {
    name: 'residuals by a code, with times (version 3)',
    encode: (values) => encodeChunk({ times, values }, dayStart).data,
    decode: (bytes) => decodeChunk(bytes).values,
  },
]
