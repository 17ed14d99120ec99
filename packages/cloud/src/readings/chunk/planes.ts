import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'

type Floats = Float32Array | Float64Array

/** Each float is xored with the one before; then come the lowest bytes of all, and so on up to the highest of all. */
export function writePlanes(to: ByteWriter, floats: Floats): void {
  const bytes = bytesOf(floats)
  const planes = to.room(bytes.length)
  let at = 0
  for (let plane = 0; plane < floats.BYTES_PER_ELEMENT; plane += 1) {
    let before = 0
    for (let index = plane; index < bytes.length; index += floats.BYTES_PER_ELEMENT) {
      const byte = bytes[index] ?? 0
      planes[at++] = byte ^ before
      before = byte
    }
  }
  to.wrote(at)
}

/** Fills `floats`. */
export function readPlanes<T extends Floats>(from: ByteReader, floats: T): T {
  const bytes = bytesOf(floats)
  const planes = from.take(bytes.length)
  let at = 0
  for (let plane = 0; plane < floats.BYTES_PER_ELEMENT; plane += 1) {
    let byte = 0
    for (let index = plane; index < bytes.length; index += floats.BYTES_PER_ELEMENT) {
      byte ^= planes[at++] ?? 0
      bytes[index] = byte
    }
  }
  return floats
}

// The lowest byte comes first in memory, as on all machines that we serve.
const bytesOf = (floats: Floats): Uint8Array => new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength)
