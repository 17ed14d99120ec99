import type { ByteReader } from '../bytes.ts'
import type { Readings } from '../readings.ts'

/** Encoding of a block in one version of the format. */
export interface BlockFormat {
  /** Reads the header before the body; `length` includes both. */
  readHead(bytes: Uint8Array): { count: number; bodyAt: number; length: number }
  /** Fills `times` and `values` of a non-empty block, at least as many values as `wantedOf` returns. */
  readBody(from: ByteReader, readings: Readings, wantedOf: (times: Float64Array) => number): void
  /** Reads the first time from the start of the body. */
  readFirstTime(from: ByteReader): number
}
