import { CardError } from '../card/card-error.ts'

export const blockBytes = 1024
/** 64 MiB: far more than a settings file, a template or a firmware needs. */
const blockCountMax = 65_536

/** A block of a file during an upload. */
export interface Block {
  readonly idx: number
  readonly count: number
  readonly bytes: Uint8Array
}

/** An empty file has one empty block: it must be writable too. */
export const blockCountOf = (sizeBytes: number): number => Math.max(1, Math.ceil(sizeBytes / blockBytes))

/** A block must make sense alone. */
export function checkBlock({ idx, count, bytes }: Block): void {
  if (!Number.isInteger(count) || count < 1 || count > blockCountMax) {
    throw wrong(`blockCount must be from 1 to ${blockCountMax}`)
  }
  if (!Number.isInteger(idx) || idx < 0 || idx >= count) throw wrong(`blockIdx must be from 0 to ${count - 1}`)
  if (idx < count - 1 && bytes.length !== blockBytes) {
    throw wrong(`Block ${idx} of ${count} must have ${blockBytes} bytes, not ${bytes.length}`)
  }
  if (bytes.length > blockBytes) throw wrong(`The last block has at most ${blockBytes} bytes, not ${bytes.length}`)
}

/** An upload that a block may belong to. */
interface UploadProgress {
  readonly count: number
  /** Index of the first missing block. */
  readonly next: number
}

/** A block must be the next one, or a repetition after a lost response. */
export function checkOrder(begun: UploadProgress | undefined, { idx, count }: Block): void {
  if (begun === undefined) throw wrong('No upload of this file is under way: begin with block 0')
  if (begun.count !== count) throw wrong(`The upload under way has ${begun.count} blocks, not ${count}`)
  if (idx > begun.next) throw wrong(`Block ${begun.next} comes next, not ${idx}`)
}

const wrong = (message: string): CardError => new CardError('ERROR_FR_INVALID_PARAMETER', message)
