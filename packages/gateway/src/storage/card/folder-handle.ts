import { constants, existsSync, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { CardError } from './card-error.ts'
import { isMissing } from './errno.rules.ts'
import { isReadOnly } from './item.ts'
import { foldName, isFatName } from './names.rules.ts'

const { O_APPEND, O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants
const openFiles = '/proc/self/fd'
const canReachByHandle = existsSync(openFiles)

interface FolderEntry {
  /** As the card spells it. */
  readonly name: string
  readonly stats: Stats
}

/**
 * An open folder of the card. Its entries are accessed relative to it, and no path component may be a link, so that
 * concurrent renames and links cannot lead off the card.
 */
export class FolderHandle {
  readonly #handle: FileHandle
  readonly #path: string

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle
    // On systems that cannot open files relative to a folder (macOS), the path is used.
    this.#path = canReachByHandle ? `${openFiles}/${handle.fd}` : path
  }

  /** The card's root is the operator's: it may be a link. */
  static async root(path: string): Promise<FolderHandle> {
    return new FolderHandle(await open(path, O_RDONLY | O_DIRECTORY), path)
  }

  /** The folder `names` below this one. */
  async below(names: readonly string[], missing: 'refuse' | 'make'): Promise<FolderHandle> {
    let here = await FolderHandle.root(this.#path)
    for (const name of names) {
      await using left = here
      here = await left.folder(name, missing)
    }
    return here
  }

  async folder(name: string, missing: 'refuse' | 'make'): Promise<FolderHandle> {
    const found = await this.find(name)
    if (found === undefined && missing === 'refuse') throw new CardError('ERROR_FR_NO_PATH', `No folder ${name}`)
    if (found === undefined) await mkdir(this.pathOf(name))
    else if (!found.stats.isDirectory()) throw noFolder(found)
    const path = this.pathOf(found?.name ?? name)
    return new FolderHandle(await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), path)
  }

  /** Finds a file by its exact name, or ignoring case, as on FAT. */
  async find(name: string): Promise<FolderEntry | undefined> {
    const exact = await this.stat(name)
    if (exact !== undefined) return { name, stats: exact }
    const folded = foldName(name)
    const alike = (await readdir(this.#path)).toSorted().find((other) => foldName(other) === folded)
    const stats = alike === undefined ? undefined : await this.stat(alike)
    return alike === undefined || stats === undefined ? undefined : { name: alike, stats }
  }

  /** A file or folder that is surely there. */
  async need(name: string): Promise<FolderEntry> {
    const found = await this.find(name)
    if (found === undefined) throw new CardError('ERROR_FR_NO_FILE', `No file ${name}`)
    if (!found.stats.isFile() && !found.stats.isDirectory()) throw denied(name)
    return found
  }

  /**
   * Opens a plain file for reading. The type is checked before and after, because opening a device can have effects.
   */
  async file(name: string): Promise<{ handle: FileHandle; stats: Stats }> {
    const found = await this.need(name)
    if (!found.stats.isFile()) throw new CardError('ERROR_FR_NO_FILE', `${name} is a folder`)
    const handle = await open(this.pathOf(found.name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const stats = await handle.stat()
      if (!stats.isFile()) throw denied(name)
      return { handle, stats }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Opens or creates a plain file for appending. */
  async fileToAppend(name: string): Promise<FileHandle> {
    const found = await this.find(name)
    if (found !== undefined && (!found.stats.isFile() || isReadOnly(found.stats))) throw denied(name)
    const flags = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK
    const handle = await open(this.pathOf(found?.name ?? name), flags, 0o666)
    try {
      if (!(await handle.stat()).isFile()) throw denied(name)
      if (found === undefined) await this.sync()
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Files and folders that have a path, in an order that stays. */
  async names(): Promise<string[]> {
    const entries = await readdir(this.#path, { withFileTypes: true })
    return entries
      .filter((entry) => (entry.isFile() || entry.isDirectory()) && isFatName(entry.name))
      .map(({ name }) => ({ name, folded: foldName(name) }))
      .toSorted((a, b) => compare(a.folded, b.folded) || compare(a.name, b.name))
      .map(({ name }) => name)
  }

  async stat(name: string): Promise<Stats | undefined> {
    return lstat(this.pathOf(name)).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
  }

  /** For calls that take a path; good while the folder is held. */
  pathOf(name: string): string {
    return `${this.#path}/${name}`
  }

  stats(): Promise<Stats> {
    return this.#handle.stat()
  }

  /** Syncs created and removed names. */
  sync(): Promise<void> {
    return this.#handle.sync()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close()
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
const denied = (name: string): CardError => new CardError('ERROR_FR_DENIED', `${name} is neither a file nor a folder`)
const noFolder = ({ name, stats }: FolderEntry): CardError =>
  stats.isFile() ? new CardError('ERROR_FR_NO_PATH', `${name} is no folder`) : denied(name)
