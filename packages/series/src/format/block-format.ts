import type { ByteReader } from '../bytes.ts'
import type { Readings } from '../readings.ts'

/** How a version of the format keeps a block. */
export interface BlockFormat {
  /** Reads the header before the body; `length` includes both. */
  readHead(bytes: Uint8Array): { count: number; bodyAt: number; length: number }
  /** Fills `times` and `values` of a block that has some; of the values at least so many of the first as `wantedOf` says. */
  readBody(from: ByteReader, readings: Readings, wantedOf: (times: Float64Array) => number): void
  /** From where the body begins. */
  readFirstTime(from: ByteReader): number
}
