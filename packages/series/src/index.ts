export { ByteReader, ByteWriter, DamagedChunk } from './bytes.ts'
export {
  allocateReadings,
  blockMs,
  type Chunk,
  checkCount,
  currentVersion,
  decodeAllBackwards,
  decodeAround,
  decodeBackwards,
  decodeChunk,
  encodeChunk,
  isCurrent,
  joinBlocks,
  partBlocks,
} from './chunk.ts'
export { encodeBlock } from './format/v3.ts'
export { readWalk, writeWalk } from './format/walk.ts'
export { decodeGaps, encodeGaps, type Gap, gapsOf } from './gaps.ts'
export { decodeHours, encodeHours } from './hours.ts'
export type { Readings } from './readings.ts'
export { type HourStats, hourMs, hoursOf, mergeStats, sumOf } from './stats.ts'
