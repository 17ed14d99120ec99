import { accessSync, constants, existsSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { makeFolder } from '@busbar/kit/program'
import { type NotSaved, notSavedBy } from './not-saved.ts'
import { readSaved, removeIfPossible, saveFile } from './save-file.ts'

type Content = string | Uint8Array

interface Options {
  readonly path: string
  readonly clock: Clock
  readonly log: Pick<Log, 'error' | 'info'>
  /** The one place that writes; tests put a disk of their own there. */
  readonly write?: (path: string, content: Content) => void
}

const retryMs = 60_000
const recheckMs = 10_000
/** As large as the largest file here. */
const probeBytes = 16_384
const probeName = 'probe'

/**
 * Files that are stored across restarts. A full or read-only disk does not stop the gateway: requested changes are
 * refused, its own are saved when the disk recovers, and the status reports the problem.
 */
export class DataFolder {
  readonly path: string
  readonly #options: Options
  /** The last state of each file that the disk did not take. */
  readonly #late = new Map<string, Content>()
  readonly #listeners: (() => void)[] = []
  /** True if the folder existed; one that is removed later is not created again. */
  #existed: boolean
  #failure: NotSaved | null = null
  #triedMs = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | undefined

  constructor(options: Options) {
    this.#options = options
    this.path = options.path
    this.#existed = existsSync(options.path)
  }

  read(name: string): Buffer | undefined {
    return readSaved(join(this.path, name))
  }

  /** Now; or it throws `NotSaved`, and the file is as before. */
  save(name: string, content: Content): void {
    this.#attempt(() => {
      this.#write(name, content)
      this.#late.delete(name)
    })
  }

  /** Saves now, or when the disk recovers. */
  saveWhenPossible(name: string, content: Content): void {
    try {
      this.save(name, content)
    } catch (error) {
      if (notSavedBy(error) === undefined) throw error
      this.#late.set(name, content)
    }
  }

  remove(name: string): void {
    this.#attempt(() => {
      rmSync(join(this.path, name), { force: true })
      this.#late.delete(name)
    })
  }

  /** For files of this folder that are written by other means. */
  async attempt<T>(act: () => Promise<T>): Promise<T> {
    try {
      const done = await act()
      this.#worked()
      return done
    } catch (error) {
      throw this.#failed(error)
    }
  }

  /** Called when the disk accepts files again. */
  onWritable(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Returns why data cannot be saved; null when it can. A test write happens only after a failure. */
  problem(): string | null {
    const { clock } = this.#options
    const isInDoubt = this.#failure !== null || this.#looksUnwritable()
    if (isInDoubt && clock.now() - this.#triedMs >= recheckMs) this.#probe()
    return this.#failure?.why ?? null
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  #attempt(act: () => void): void {
    try {
      act()
    } catch (error) {
      throw this.#failed(error)
    }
    this.#worked()
  }

  #write(name: string, content: Content): void {
    const { write = saveFile } = this.#options
    if (!this.#existed) makeFolder(this.path, 0o700)
    this.#existed = true
    write(join(this.path, name), content)
  }

  #worked(): void {
    if (this.#failure === null) return
    this.#failure = null
    this.stop()
    this.#options.log.info({ folder: this.path }, 'data folder is writable again')
    for (const [name, content] of this.#late) this.saveWhenPossible(name, content)
    for (const listener of this.#listeners) listener()
  }

  #failed(error: unknown): unknown {
    const problem = notSavedBy(error)
    if (problem === undefined) return error
    this.#triedMs = this.#options.clock.now()
    if (this.#failure?.why !== problem.why) {
      this.#options.log.error({ folder: this.path }, `${problem.why}: changes are not saved until this is fixed`)
    }
    this.#failure = problem
    this.#cancel ??= this.#options.clock.after(retryMs, () => {
      this.#cancel = undefined
      this.#probe()
    })
    return problem
  }

  #probe(): void {
    this.#triedMs = this.#options.clock.now()
    try {
      this.#attempt(() => this.#write(probeName, new Uint8Array(probeBytes)))
    } catch (error) {
      if (notSavedBy(error) === undefined) throw error
    }
    removeIfPossible(join(this.path, probeName))
  }

  #looksUnwritable(): boolean {
    try {
      accessSync(this.path, constants.W_OK)
      const { bavail, files, ffree } = statfsSync(this.path)
      return bavail === 0 || (files > 0 && ffree === 0)
    } catch {
      return true
    }
  }
}
