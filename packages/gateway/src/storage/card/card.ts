import { rename, rmdir, statfs, unlink } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Clock, monotonicClock, SerialQueue } from '@busbar/kit'
import { type ByteRange, RangeRefused, rangeOf } from '@busbar/wire/server'
import { type Block, blockBytes, blockCountOf } from '../transfer/block.rules.ts'
import { Downloads } from '../transfer/downloads.ts'
import { HiddenFiles } from '../transfer/hidden-files.ts'
import { type Uploader, Uploads } from '../transfer/uploads.ts'
import { CardError } from './card-error.ts'
import { cardErrorOf } from './errno.rules.ts'
import type { FolderHandle } from './folder-handle.ts'
import { type CardItem, isReadOnly, itemOf } from './item.ts'
import { isHidden, namesBelowRoot, namesOf } from './names.rules.ts'
import { type RealCard, Slot } from './slot.ts'

const pageMax = 1000
const writersMax = 64

export interface CardOptions {
  /** Mount point of the card; undefined on a box without one. */
  readonly folder: string | undefined
  /** Files carry this time. */
  readonly now: () => Date
  readonly clock?: Clock
  /** Set when the folder is a card that the system mounts. */
  readonly real?: RealCard | undefined
}

/** A page of a folder. `toIdx` is included; both are null for an empty page. */
export interface CardPage {
  readonly fromIdx: number | null
  readonly toIdx: number | null
  readonly total: number
  readonly items: CardItem[]
}

export interface CardDownload {
  readonly size: number
  /** Byte range of the stream; null for the whole file. */
  readonly part: ByteRange | null
  /** To be read to its end or destroyed. */
  readonly stream: Readable
}

export interface MemCard {
  readonly capacityKb: number | null
  readonly freeKb: number | null
  readonly isMounted: boolean
  readonly isInserted: boolean
}

/** The memory card: a folder that no path can leave. Failures are thrown as `CardError`. */
export class Card {
  readonly #slot: Slot
  readonly #files: HiddenFiles
  readonly #uploads: Uploads
  readonly #downloads = new Downloads()
  readonly #writers = new SerialQueue({
    max: writersMax,
    full: () => new CardError('ERROR_FR_TIMEOUT', 'Too many wait to write to the card'),
  })

  constructor({ folder, now, clock = monotonicClock, real }: CardOptions) {
    this.#slot = new Slot({ folder, clock, real })
    this.#files = new HiddenFiles(now)
    this.#uploads = new Uploads(this.#files, clock)
  }

  dir(path: string, fromIdx = 0, toIdx?: number): Promise<CardPage> {
    return this.#read(path, async (root) => {
      if (toIdx !== undefined && toIdx < fromIdx) {
        throw new CardError('ERROR_FR_INVALID_PARAMETER', 'toIdx must not be below fromIdx')
      }
      const names = namesOf(path)
      await using folder = await root.below(names, 'refuse')
      const all = (await folder.names()).filter((name) => names.length > 0 || !isHidden(name))
      const page = all.slice(fromIdx, Math.min(toIdx ?? Number.POSITIVE_INFINITY, fromIdx + pageMax - 1) + 1)
      // Files that were deleted meanwhile keep their number and are not listed.
      const items: CardItem[] = []
      for (const name of page) {
        const stats = await folder.stat(name)
        if (stats !== undefined) items.push(itemOf(name, stats))
      }
      const isEmpty = page.length === 0
      return {
        fromIdx: isEmpty ? null : fromIdx,
        toIdx: isEmpty ? null : fromIdx + page.length - 1,
        total: all.length,
        items,
      }
    })
  }

  info(path: string): Promise<CardItem> {
    return this.#read(path, async (root) => {
      if (namesOf(path).length === 0) return itemOf('/', await root.stats())
      const [folders, name] = namesBelowRoot(path)
      await using folder = await root.below(folders, 'refuse')
      const found = await folder.need(name)
      return itemOf(found.name, found.stats)
    })
  }

  /** `range` is the request header; one that cannot be served is thrown as `RangeRefused`. */
  open(path: string, range?: string): Promise<CardDownload> {
    return this.#read(path, async (root) => {
      this.#downloads.checkLimit()
      const { handle, stats } = await this.#file(root, path)
      try {
        const part = rangeOf(range, stats.size)
        const stream = this.#downloads.stream(handle, part ?? { first: 0, last: stats.size - 1 }, path)
        return { size: stats.size, part, stream }
      } catch (error) {
        await handle.close()
        throw error
      }
    })
  }

  readBlock(path: string, blockIdx: number): Promise<{ blockIdx: number; blockCount: number; data: Uint8Array }> {
    return this.#read(path, async (root) => {
      const { handle, stats } = await this.#file(root, path)
      await using _ = handle
      const blockCount = blockCountOf(stats.size)
      if (!Number.isInteger(blockIdx) || blockIdx < 0 || blockIdx >= blockCount) {
        throw new CardError('ERROR_FR_INVALID_PARAMETER', `blockIdx must be from 0 to ${blockCount - 1}`)
      }
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(blockBytes), { position: blockIdx * blockBytes })
      return { blockIdx, blockCount, data: new Uint8Array(buffer.subarray(0, bytesRead)) }
    })
  }

  /** All of a file that is read at once; a larger one is more than we hold. */
  readBytes(path: string, maxBytes: number): Promise<Uint8Array> {
    return this.#read(path, async (root) => {
      const { handle } = await this.#file(root, path)
      await using _ = handle
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(maxBytes + 1), { position: 0 })
      if (bytesRead <= maxBytes) return new Uint8Array(buffer.subarray(0, bytesRead))
      throw new CardError('ERROR_FR_NOT_ENOUGH_CORE', `${path} is larger than ${maxBytes} bytes`)
    })
  }

  async readText(path: string, maxBytes: number): Promise<string> {
    const bytes = await this.readBytes(path, maxBytes)
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch (error) {
      throw new CardError('ERROR_FR_INVALID_OBJECT', `${path} is not UTF-8 text`, { cause: error })
    }
  }

  writeBlock(by: Uploader, path: string, block: Block): Promise<void> {
    return this.#change(path, (root) => this.#uploads.write(root, by, path, block))
  }

  /** The file is there whole, or as it was before. */
  writeFile(path: string, bytes: Uint8Array): Promise<void> {
    return this.#change(path, async (root) => {
      const [folders, name] = namesBelowRoot(path)
      const file = await this.#files.create(root)
      try {
        await file.handle.writeFile(bytes)
        await this.#files.publish(root, file, folders, name)
      } catch (error) {
        await this.#files.drop(root, file)
        throw error
      }
    })
  }

  /**
   * Appends to a file, creating it if necessary; a new or empty one starts with `head`. Returns the size of the file.
   * The data is synced; a power cut may leave a part of it.
   */
  append(path: string, bytes: Uint8Array, head: Uint8Array = new Uint8Array()): Promise<number> {
    return this.#change(path, async (root) => {
      const [folders, name] = namesBelowRoot(path)
      await using folder = await root.below(folders, 'make')
      await using handle = await folder.fileToAppend(name)
      const { size } = await handle.stat()
      const all = size === 0 ? Buffer.concat([head, bytes]) : bytes
      await handle.writeFile(all)
      await handle.sync()
      return size + all.length
    })
  }

  /** A file within its folder, in the place of one that has the other name. */
  rename(path: string, toPath: string): Promise<void> {
    return this.#change(path, async (root) => {
      const [folders, name] = namesBelowRoot(path)
      const [, toName] = namesBelowRoot(toPath)
      await using folder = await root.below(folders, 'refuse')
      const found = await folder.need(name)
      await rename(folder.pathOf(found.name), folder.pathOf(toName))
      await folder.sync()
    })
  }

  /** Removes a file or an empty folder. */
  remove(path: string): Promise<void> {
    return this.#change(path, async (root) => {
      const [folders, name] = namesBelowRoot(path)
      await using folder = await root.below(folders, 'refuse')
      const found = await folder.need(name)
      if (isReadOnly(found.stats)) throw new CardError('ERROR_FR_DENIED', `${path} is read-only`)
      await (found.stats.isDirectory() ? rmdir : unlink)(folder.pathOf(found.name))
      await folder.sync()
    })
  }

  /** Every file was synced when it was written, so ejecting only releases the card. */
  eject(): Promise<void> {
    return this.#writers.run(async () => {
      await this.#read('/', async (root) => {
        this.#downloads.end()
        await this.#uploads.dropAll(root)
        await root.sync()
      })
      await this.#slot.eject()
    })
  }

  /** Uses a card again that was ejected and is still in. */
  take(): Promise<void> {
    return this.#slot.take()
  }

  /** Whether an upload is in progress. */
  get isUploading(): boolean {
    return this.#uploads.isInProgress
  }

  async status(): Promise<MemCard> {
    const state = await this.#slot.state()
    const { folder } = this.#slot
    if (!state.isMounted || folder === undefined) return { capacityKb: null, freeKb: null, ...state }
    const space = await statfs(folder).catch(() => undefined)
    const kb = (blocks: number): number => Math.floor((blocks * (space?.bsize ?? 0)) / 1024)
    if (space === undefined) return { capacityKb: null, freeKb: null, ...state }
    return { capacityKb: kb(space.blocks), freeKb: kb(space.bavail), ...state }
  }

  /** Closes all open files. */
  async stop(): Promise<void> {
    this.#slot.stop()
    this.#downloads.end()
    await using root = await this.#slot.root().catch(() => undefined)
    await this.#uploads.dropAll(root)
  }

  async #file(root: FolderHandle, path: string): ReturnType<FolderHandle['file']> {
    const [folders, name] = namesBelowRoot(path)
    await using folder = await root.below(folders, 'refuse')
    return await folder.file(name)
  }

  #change<T>(path: string, act: (root: FolderHandle) => Promise<T>): Promise<T> {
    return this.#writers.run(() => this.#read(path, act))
  }

  async #read<T>(path: string, act: (root: FolderHandle) => Promise<T>): Promise<T> {
    try {
      await using root = await this.#slot.root()
      return await act(root)
    } catch (error) {
      throw error instanceof RangeRefused ? error : cardErrorOf(error, path)
    }
  }
}
