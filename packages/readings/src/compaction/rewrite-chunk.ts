import { type Chunk, DamagedChunk, decodeChunk, encodeChunk, type Readings } from '@busbar/series'
import { encodeHours, hoursOf } from '@busbar/series/hours'

export interface RewrittenChunk extends Chunk {
  hours: Uint8Array
}

/** The same readings of a day, as they are written now; or `DamagedChunk`, where it has others than of that day, or one would not come back to the bit. */
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
