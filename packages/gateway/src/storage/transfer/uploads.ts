import type { Clock } from '@busbar/kit'
import { CardError } from '../card/card-error.ts'
import type { FolderHandle } from '../card/folder-handle.ts'
import { foldName, namesBelowRoot } from '../card/names.rules.ts'
import { type Block, blockBytes, checkBlock, checkOrder } from './block.rules.ts'
import type { HiddenFile, HiddenFiles } from './hidden-files.ts'

const openMax = 8
const idleMs = 300_000

/** Sender of a file. */
export interface Uploader {
  readonly name: string
  /** Aborted when the uploader is gone. */
  readonly signal: AbortSignal
}

interface Upload {
  readonly by: Uploader
  readonly count: number
  readonly file: HiddenFile
  next: number
  usedMs: number
}

/** A complete file. Its last block may be repeated after a lost response. */
interface FinishedUpload {
  readonly by: Uploader
  readonly count: number
  readonly lastBytes: Uint8Array
  readonly usedMs: number
}

/** Files that arrive block by block, each from one uploader. They get their names with their last blocks. */
export class Uploads {
  readonly #files: HiddenFiles
  readonly #clock: Clock
  readonly #open = new Map<string, Upload>()
  readonly #finished = new Map<string, FinishedUpload>()

  constructor(files: HiddenFiles, clock: Clock) {
    this.#files = files
    this.#clock = clock
  }

  async write(root: FolderHandle, by: Uploader, path: string, block: Block): Promise<void> {
    const [folders, name] = namesBelowRoot(path)
    checkBlock(block)
    const key = foldName([...folders, name].join('/'))
    await this.#dropIdle(root)
    this.#checkOwner(by, key, path)
    if (this.#isRepeatedEnd(by, key, block)) return
    if (block.idx === 0) await this.#begin(root, by, key, block.count)
    const upload = this.#open.get(key)
    checkOrder(upload, block)
    if (upload === undefined) return
    try {
      await writeAll(upload.file, block)
      upload.usedMs = this.#clock.now()
      upload.next = Math.max(upload.next, block.idx + 1)
      if (block.idx < block.count - 1) return
      await this.#files.publish(root, upload.file, folders, name)
    } catch (error) {
      await this.#drop(root, key, upload)
      throw error
    }
    this.#open.delete(key)
    this.#finish(by, key, block)
  }

  get isInProgress(): boolean {
    return this.#open.size > 0
  }

  /** All that is not whole is forgotten. */
  async dropAll(root: FolderHandle | undefined): Promise<void> {
    for (const [key, upload] of this.#open) await this.#drop(root, key, upload)
    this.#finished.clear()
  }

  /** Two uploaders of one file would mix it up. The second waits until the first has finished. */
  #checkOwner(by: Uploader, key: string, path: string): void {
    const upload = this.#open.get(key)
    if (upload === undefined || upload.by.name === by.name) return
    throw new CardError('ERROR_FR_LOCKED', `Another session is uploading ${path}; try again when it has ended`)
  }

  /** Block 0 restarts an upload. */
  async #begin(root: FolderHandle, by: Uploader, key: string, count: number): Promise<void> {
    const old = this.#open.get(key)
    if (old !== undefined) await this.#drop(root, key, old)
    this.#finished.delete(key)
    if (this.#open.size >= openMax) {
      throw new CardError('ERROR_FR_TOO_MANY_OPEN_FILES', `${openMax} files are being written: end one, or wait`)
    }
    const file = await this.#files.create(root)
    this.#open.set(key, { by, count, file, next: 0, usedMs: this.#clock.now() })
  }

  #isRepeatedEnd(by: Uploader, key: string, { idx, count, bytes }: Block): boolean {
    const finished = this.#finished.get(key)
    if (finished?.by.name !== by.name || idx === 0) return false
    return finished.count === count && idx === count - 1 && Buffer.compare(finished.lastBytes, bytes) === 0
  }

  #finish(by: Uploader, key: string, { count, bytes }: Block): void {
    const [oldest] = this.#finished.keys()
    if (this.#finished.size >= openMax && oldest !== undefined) this.#finished.delete(oldest)
    this.#finished.set(key, { by, count, lastBytes: bytes.slice(), usedMs: this.#clock.now() })
  }

  async #dropIdle(root: FolderHandle): Promise<void> {
    const untilMs = this.#clock.now() - idleMs
    for (const [key, upload] of this.#open) {
      if (upload.usedMs <= untilMs || upload.by.signal.aborted) await this.#drop(root, key, upload)
    }
    for (const [key, { usedMs }] of this.#finished) if (usedMs <= untilMs) this.#finished.delete(key)
  }

  async #drop(root: FolderHandle | undefined, key: string, upload: Upload): Promise<void> {
    this.#open.delete(key)
    await this.#files.drop(root, upload.file)
  }
}

async function writeAll({ handle }: HiddenFile, { idx, bytes }: Block): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, idx * blockBytes + done)
    done += bytesWritten
  }
}
