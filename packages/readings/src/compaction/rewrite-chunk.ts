import { type Chunk, DamagedChunk, decodeChunk, encodeChunk, type Readings } from '@busbar/series'
import { encodeHours, hoursOf } from '@busbar/series/hours'

export interface RewrittenChunk extends Chunk {
  hours: Uint8Array
}

/**
 * Encodes the readings of a chunk in the current version. Throws `DamagedChunk` if it has readings outside its day, or
 * if one would not survive the round trip bit by bit.
 */
export function rewriteChunk(data: Uint8Array, day: number): RewrittenChunk {
  const readings = decodeChunk(data)
  try {
    const chunk = encodeChunk(readings, day)
    if (!areSame(readings, decodeChunk(chunk.data))) throw new DamagedChunk('it does not come back as it is')
    return { ...chunk, hours: encodeHours(hoursOf(readings, day), day) }
  } catch (cause) {
    if (cause instanceof RangeError) throw new DamagedChunk(cause.message, { cause })
    throw cause
  }
}

const areSame = (a: Readings, b: Readings): boolean =>
  bytesOf(a.times).equals(bytesOf(b.times)) && bytesOf(a.values).equals(bytesOf(b.values))

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
