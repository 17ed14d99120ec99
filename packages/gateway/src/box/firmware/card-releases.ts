import { createHash, type KeyObject } from 'node:crypto'
import { ManifestProblem, manifestBytesMax, openManifest, type Release } from '@busbar/uplink/releases'
import type { Card } from '../../storage/card/card.ts'
import { CardError } from '../../storage/card/card-error.ts'

const folder = '/FIRMWARE'
/** Maximum number of files that are checked. */
const filesMax = 20

/** A received manifest with its signature. */
export interface SignedManifest {
  readonly bytes: Uint8Array
  readonly signature: string
}

interface Options {
  readonly card: Pick<
    Card,
    'append' | 'dir' | 'info' | 'open' | 'readBytes' | 'remove' | 'rename' | 'status' | 'writeFile'
  >
  readonly keys: () => readonly KeyObject[]
}

const siblingPath = (file: string, ending: string): string => `${folder}/${file.replace(/\.BBF$/, ending)}`
/** Each release has its own part file; an existing part is continued. */
const partPath = ({ sha256 }: Release): string => `${folder}/${sha256.slice(0, 8).toUpperCase()}.PRT`

/** Releases on the card: complete ones with their manifest, and one in progress. */
export class CardReleases {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Returns the newest complete and signed release of this type and machine. */
  async newest(own: Pick<Release, 'arch' | 'firmwareType'>): Promise<Release | null> {
    let found: Release | null = null
    for (const file of await this.#files()) {
      const release = await this.#verified(file)
      if (release === null || release.arch !== own.arch || release.firmwareType !== own.firmwareType) continue
      if (found === null || release.version > found.version) found = release
    }
    return found
  }

  /** How much of it is there. */
  async partSize(release: Release): Promise<number> {
    try {
      return (await this.#options.card.info(partPath(release))).size
    } catch (error) {
      if (isAbsent(error)) return 0
      throw error
    }
  }

  async addToPart(release: Release, bytes: Uint8Array): Promise<void> {
    await this.#options.card.append(partPath(release), bytes)
  }

  async dropPart(release: Release): Promise<void> {
    await this.#options.card.remove(partPath(release))
  }

  isPartComplete(release: Release): Promise<boolean> {
    return this.#isComplete(partPath(release), release)
  }

  /** Room for the rest, and for unpacking it. */
  async hasSpace(release: Release, partSize: number): Promise<boolean> {
    const { freeKb } = await this.#options.card.status()
    return freeKb !== null && freeKb * 1024 + partSize >= 2 * release.size
  }

  /** The release has its name last: what has one is whole. Those before it go. */
  async save(release: Release, { bytes, signature }: SignedManifest): Promise<void> {
    const { card } = this.#options
    await card.writeFile(siblingPath(release.file, '.JSN'), bytes)
    await card.writeFile(siblingPath(release.file, '.SIG'), Buffer.from(signature))
    await card.rename(partPath(release), `${folder}/${release.file}`)
    for (const file of await this.#files()) if (file !== release.file) await this.#remove(file)
  }

  async #remove(file: string): Promise<void> {
    for (const path of [`${folder}/${file}`, siblingPath(file, '.JSN'), siblingPath(file, '.SIG')]) {
      await this.#options.card.remove(path).catch((error: unknown) => {
        if (!isAbsent(error)) throw error
      })
    }
  }

  async #files(): Promise<string[]> {
    try {
      const { items } = await this.#options.card.dir(folder, 0, 999)
      return items
        .map(({ name }) => name.toUpperCase())
        .filter((name) => name.endsWith('.BBF'))
        .slice(0, filesMax)
    } catch (error) {
      if (isAbsent(error)) return []
      throw error
    }
  }

  async #verified(file: string): Promise<Release | null> {
    const { card, keys } = this.#options
    try {
      const bytes = await card.readBytes(siblingPath(file, '.JSN'), manifestBytesMax)
      const signature = Buffer.from(await card.readBytes(siblingPath(file, '.SIG'), 1024)).toString('latin1')
      const release = openManifest(bytes, signature, keys()).releases.find((one) => one.file === file)
      return release !== undefined && (await this.#isComplete(`${folder}/${file}`, release)) ? release : null
    } catch (error) {
      if (isAbsent(error) || error instanceof ManifestProblem) return null
      throw error
    }
  }

  async #isComplete(path: string, { size, sha256 }: Release): Promise<boolean> {
    const { size: fileSize, stream } = await this.#options.card.open(path)
    if (fileSize !== size) {
      stream.destroy()
      return false
    }
    const hash = createHash('sha256')
    for await (const bytes of stream) hash.update(bytes as Uint8Array)
    return hash.digest('hex') === sha256
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof CardError && (error.code === 'ERROR_FR_NO_FILE' || error.code === 'ERROR_FR_NO_PATH')
