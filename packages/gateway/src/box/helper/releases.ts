import { execFile } from 'node:child_process'
import { createHash, type KeyObject } from 'node:crypto'
import { constants, readdirSync, readlinkSync } from 'node:fs'
import { mkdir, open, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  manifestBytesMax,
  newestFor,
  openManifest,
  type Release,
  readReleaseKeys,
  unpackArchive,
} from '@busbar/uplink/releases'
import { badVersions } from '../firmware/installed.ts'

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
const run = promisify(execFile)
const unpackedBytesMax = 400_000_000
const signatureBytesMax = 1024
const incoming = '.incoming'
const pieceBytes = 1_048_576

export interface ReleasesOptions {
  /** Root's, with a folder for each version and the link `current`. */
  readonly folder: string
  /** Mount point of the card. */
  readonly card: () => string | undefined
  readonly keyFolders: readonly string[]
  /** Product of the installed package. */
  readonly product: { readonly firmwareType: number; readonly firmwareVer: number }
  readonly arch: string
  /** Counts starts and rolls back releases. */
  readonly startScript: string
  /** Starts the gateway again. */
  readonly restart: () => Promise<void>
}

/**
 * Installs releases as root. Files of the card were written by another user, so each is copied, then verified, then
 * used.
 */
export class Releases {
  readonly #options: ReleasesOptions

  constructor(options: ReleasesOptions) {
    this.#options = options
  }

  /** The release in a file of the card runs from now on, on trial. Until the last step all is as before. */
  async apply(file: string): Promise<void> {
    const { folder, restart } = this.#options
    await mkdir(folder, { recursive: true, mode: 0o755 })
    await this.#clear()
    const { release, copy } = await this.#copied(file)
    const unpacked = join(folder, `.new-${release.version}`)
    await unpackArchive(copy, unpacked, unpackedBytesMax)
    await rm(copy)
    await syncFolder(unpacked)
    await rm(this.#pathOf(release.version), { recursive: true, force: true })
    await rename(unpacked, this.#pathOf(release.version))
    await this.#switchTo(release.version)
    await restart()
  }

  async confirm(): Promise<void> {
    const { folder } = this.#options
    await rm(join(folder, 'trial'), { force: true })
    await rm(join(folder, 'previous'), { force: true })
    await syncFolder(folder)
    await this.#clear()
  }

  async revert(): Promise<void> {
    const { folder, startScript, restart } = this.#options
    await run('/bin/sh', [startScript, 'revert'], { env: { BUSBAR_GATEWAY_RELEASES: folder, PATH: '/usr/bin:/bin' } })
    await restart()
  }

  /**
   * The trial period is recorded before the link is moved: an interruption between the two leaves a record that the
   * next start discards.
   */
  async #switchTo(version: number): Promise<void> {
    const { folder } = this.#options
    const before = this.#current()
    await rm(join(folder, 'previous'), { force: true })
    if (before !== null) await symlink(String(before), join(folder, 'previous'))
    await writeSafely(join(folder, 'trial'), `${version} 0\n`)
    await symlink(String(version), join(folder, '.current'))
    await rename(join(folder, '.current'), join(folder, 'current'))
    await syncFolder(folder)
  }

  async #copied(file: string): Promise<{ release: Release; copy: string }> {
    const { folder } = this.#options
    const card = this.#options.card()
    if (card === undefined) throw new Error('this box has no card')
    const at = join(card, 'FIRMWARE')
    const siblingPath = (ending: string): string => join(at, file.replace(/\.BBF$/, ending))
    const manifest = await readSmall(siblingPath('.JSN'), manifestBytesMax)
    const signature = (await readSmall(siblingPath('.SIG'), signatureBytesMax)).toString('latin1')
    const release = this.#judged(file, openManifest(manifest, signature, this.#keys()))
    const copy = join(folder, incoming)
    const sha256 = await copyHashing(join(at, file), copy, release.size)
    if (sha256 === release.sha256) return { release, copy }
    await rm(copy)
    throw new Error(`${file} does not match its manifest`)
  }

  #judged(file: string, manifest: Parameters<typeof newestFor>[0]): Release {
    const { product, arch } = this.#options
    const version = Math.max(product.firmwareVer, this.#current() ?? 0)
    const named = { ...manifest, releases: manifest.releases.filter((one) => one.file === file) }
    const release = newestFor(named, { firmwareType: product.firmwareType, arch, version })
    if (release === undefined) throw new Error(`${file} is not for this box`)
    if (release.version <= version) throw new Error(`version ${release.version} is not newer than ${version}`)
    if (badVersions(this.#options.folder).includes(release.version))
      throw new Error(`version ${release.version} was rolled back before`)
    return release
  }

  #keys(): KeyObject[] {
    return readReleaseKeys(this.#options.keyFolders)
  }

  #current(): number | null {
    return this.#linked('current')
  }

  #linked(name: string): number | null {
    try {
      return Number(readlinkSync(join(this.#options.folder, name)))
    } catch {
      return null
    }
  }

  /** Removes releases that are neither in use nor the fallback. */
  async #clear(): Promise<void> {
    const { folder } = this.#options
    const used = [this.#current(), this.#linked('previous')].map(String)
    const isLeftover = (name: string): boolean =>
      /^(\.new-)?\d+$|^\.incoming$|^\.current$/.test(name) && !used.includes(name)
    for (const name of readdirSync(folder).filter(isLeftover))
      await rm(join(folder, name), { recursive: true, force: true })
  }

  #pathOf(version: number): string {
    return join(this.#options.folder, String(version))
  }
}

const readSmall = async (path: string, bytesMax: number): Promise<Buffer> => {
  await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  if (!(await file.stat()).isFile()) throw new Error(`${path} is not a file`)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(bytesMax + 1), { position: 0 })
  if (bytesRead > bytesMax) throw new Error(`${path} is too large`)
  return buffer.subarray(0, bytesRead)
}

/** Copies the expected number of bytes and returns their hash. */
const copyHashing = async (from: string, to: string, size: number): Promise<string> => {
  await using source = await open(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  const stats = await source.stat()
  if (!stats.isFile() || stats.size !== size) throw new Error(`${from} does not have the size in its manifest`)
  await using target = await open(to, 'wx', 0o600)
  const hash = createHash('sha256')
  for (let copied = 0; copied < size; ) {
    const { bytesRead, buffer } = await source.read(Buffer.alloc(Math.min(pieceBytes, size - copied)), {
      position: copied,
    })
    if (bytesRead === 0) throw new Error(`${from} ends too early`)
    hash.update(buffer.subarray(0, bytesRead))
    await target.write(buffer.subarray(0, bytesRead))
    copied += bytesRead
  }
  await target.sync()
  return hash.digest('hex')
}

const writeSafely = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text, { mode: 0o644, flush: true })
  await rename(`${path}.new`, path)
}

const syncFolder = async (path: string): Promise<void> => {
  await using folder = await open(path, O_RDONLY)
  await folder.sync()
}
