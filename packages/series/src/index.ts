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
export type { Readings } from './readings.ts'
