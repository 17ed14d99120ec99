import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { NetFigures } from '../../field/diagnosis/diagnosis.ts'
import { fromBytes, toBytes } from '../messages/messages.ts'

/** Most figures of a day are equal or zero, so a large network fits into one message. */
export const packCounted = ({ startedMs, day, silences }: NetFigures): Uint8Array =>
  deflateRawSync(toBytes({ startedMs, day: [...day], silences: [...silences] }))

const unpackedMax = 64 * 1_048_576

export const unpackCounted = (bytes: Uint8Array): NetFigures | undefined => {
  const read = fromBytes(inflateRawSync(bytes, { maxOutputLength: unpackedMax })) as
    | { startedMs: number; day: [number, never[]][]; silences: [number, never][] }
    | undefined
  return read && { startedMs: read.startedMs, day: new Map(read.day), silences: new Map(read.silences) }
}
