import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises'
import { CardError } from '../card/card-error.ts'
import { FolderHandle } from '../card/folder-handle.ts'
import { isReadOnly } from '../card/item.ts'
import { hiddenFolder } from '../card/names.rules.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

/** Files that are not whole yet. They lie on the card itself, where a file moves to its place in one step. */
export class HiddenFiles {
  readonly #now: () => Date
  /** Card whose leftovers of an earlier run were removed. */
  #clearedIno: string | undefined
  #count = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  async create(root: FolderHandle): Promise<HiddenFile> {
    await using folder = await this.#folder(root)
    this.#count += 1
    const name = `${this.#count}.part`
    return { name, handle: await open(folder.pathOf(name), O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o666) }
  }

  /** Syncs the complete file, then its name. */
  async publish(
    root: FolderHandle,
    { name, handle }: HiddenFile,
    folders: readonly string[],
    as: string,
  ): Promise<void> {
    const now = this.#now()
    await handle.utimes(now, now)
    await handle.sync()
    await using hidden = await root.folder(hiddenFolder, 'refuse')
    await using target = await root.below(folders, 'make')
    const old = await target.find(as)
    if (old?.stats.isDirectory()) throw new CardError('ERROR_FR_EXIST', `${as} is a folder`)
    if (old !== undefined && (!old.stats.isFile() || isReadOnly(old.stats))) {
      throw new CardError('ERROR_FR_DENIED', `${as} may not be written`)
    }
    await rename(hidden.pathOf(name), target.pathOf(old?.name ?? as))
    await handle.close()
    await target.sync()
  }

  /** Errors are ignored: the card may be removed, and the next run cleans up. */
  async drop(root: FolderHandle | undefined, { name, handle }: HiddenFile): Promise<void> {
    await handle.close().catch(() => undefined)
    if (root === undefined) return
    try {
      await using hidden = await root.folder(hiddenFolder, 'refuse')
      await unlink(hidden.pathOf(name))
    } catch {
      // The file was never there, or is gone with the card.
    }
  }

  async #folder(root: FolderHandle): Promise<FolderHandle> {
    const found = await root.stat(hiddenFolder)
    if (found === undefined) await mkdir(root.pathOf(hiddenFolder))
    const folder = await root.folder(hiddenFolder, 'refuse')
    const { dev, ino } = await folder.stats()
    if (this.#clearedIno === `${dev}:${ino}`) return folder
    for (const name of await folder.names()) if (/^\d+\.part$/.test(name)) await unlink(folder.pathOf(name))
    this.#clearedIno = `${dev}:${ino}`
    return folder
  }
}

export interface HiddenFile {
  readonly name: string
  readonly handle: FileHandle
}
