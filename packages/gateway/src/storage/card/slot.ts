import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Clock } from '@busbar/kit'
import { CardError } from './card-error.ts'
import { FolderHandle } from './folder-handle.ts'

const watchMs = 2000
const busyMs = 2000
const againMs = 250

/** A card that people put in and take out, which the system mounts at the folder. */
export interface RealCard {
  isInserted(): boolean
  mount(): Promise<void>
  /** Rejects while it is in use. */
  unmount(): Promise<void>
}

export interface SlotOptions {
  readonly folder: string | undefined
  readonly clock: Clock
  /** Without it the folder alone is the card. */
  readonly real?: RealCard | undefined
  /** Folder in which the system lists block devices by number. */
  readonly blockDevices?: string
}

/**
 * Tracks whether a usable card is inserted. Without a managed card, the card is whatever is at the folder: after the
 * folder was seen as a mount point, an unmounted one is empty and no card. After `eject` the folder stays unused until
 * it disappeared or changed. A pulled card leaves its mount behind, which answers from memory for a while: the card is
 * gone when its device is. A managed card is unmounted to be ejected, and an unmounted folder is no card.
 */
export class Slot {
  readonly #folder: string | undefined
  readonly #clock: Clock
  readonly #blockDevices: string
  readonly #real: RealCard | undefined
  #wasMountPoint = false
  /** Not every file system has a device, nor does every system show it: only one that was seen can go. */
  #lastDevice: string | undefined
  /** Which card was ejected, while it is still there. */
  #ejected: string | undefined
  #isWatching = false
  #isLeaving = false
  #cancel: (() => void) | undefined

  constructor({ folder, clock, real, blockDevices = '/sys/dev/block' }: SlotOptions) {
    this.#folder = folder === undefined ? undefined : resolve(folder)
    this.#clock = clock
    this.#blockDevices = blockDevices
    this.#real = real
    this.#wasMountPoint = real !== undefined
  }

  /** The root, held open. */
  async root(): Promise<FolderHandle> {
    const { isInserted, isMounted } = await this.state()
    if (!isInserted || this.#folder === undefined) throw new CardError('ERROR_FR_NOT_READY', 'There is no card')
    if (!isMounted)
      throw new CardError('ERROR_FR_NOT_ENABLED', 'The card was ejected; take it out and put it in, or reboot')
    return FolderHandle.root(this.#folder)
  }

  /** Mount point of the card, for queries of its size. */
  get folder(): string | undefined {
    return this.#folder
  }

  async state(): Promise<{ isInserted: boolean; isMounted: boolean }> {
    const card = await this.#card()
    if (this.#real !== undefined) {
      const isInserted = this.#real.isInserted()
      if (!isInserted) await this.#leave(this.#real)
      return { isInserted, isMounted: isInserted && card !== undefined }
    }
    if (card !== this.#ejected) this.#ejected = undefined
    return { isInserted: card !== undefined, isMounted: card !== undefined && this.#ejected === undefined }
  }

  async eject(): Promise<void> {
    if (this.#real !== undefined) return this.#unmount(this.#real)
    this.#ejected = await this.#card()
    this.stop()
    this.#isWatching = true
    this.#watch()
  }

  /** Uses again what was ejected and is still in. */
  async take(): Promise<void> {
    this.stop()
    this.#ejected = undefined
    if (this.#real === undefined) return
    const { isInserted, isMounted } = await this.state()
    if (isInserted && !isMounted) await this.#real.mount()
  }

  stop(): void {
    this.#isWatching = false
    this.#cancel?.()
  }

  /** Identifies the card. A recreated folder may reuse the inode number, but not the birth time. */
  async #card(): Promise<string | undefined> {
    if (this.#folder === undefined) return undefined
    const [here, above] = await Promise.all([statOf(this.#folder), statOf(dirname(this.#folder))])
    if (here === undefined || !here.isDirectory()) return undefined
    const isMountPoint = here.dev !== above?.dev
    if (isMountPoint) this.#wasMountPoint = true
    if (this.#wasMountPoint && !isMountPoint) return undefined
    if (await this.#isPulled(deviceName(here.dev))) return undefined
    return `${here.dev}:${here.ino}:${here.birthtimeNs}`
  }

  /** Programs that read the card get a moment to finish. */
  async #unmount(real: RealCard): Promise<void> {
    const beganMs = this.#clock.now()
    for (;;) {
      const problem = await real.unmount().then(
        () => undefined,
        (error: unknown) => error,
      )
      if (!(await this.#isMountPoint())) return
      if (this.#clock.now() - beganMs >= busyMs)
        throw new CardError('ERROR_FR_LOCKED', 'The card is in use, and stays mounted', { cause: problem })
      await new Promise<void>((done) => void this.#clock.after(againMs, done))
    }
  }

  /** Ends the mount of a card that was pulled, once. */
  async #leave(real: RealCard): Promise<void> {
    if (this.#isLeaving || !(await this.#isMountPoint())) return
    this.#isLeaving = true
    await real.unmount().catch(() => undefined)
    this.#isLeaving = false
  }

  async #isMountPoint(): Promise<boolean> {
    if (this.#folder === undefined) return false
    const [here, above] = await Promise.all([statOf(this.#folder), statOf(dirname(this.#folder))])
    return here !== undefined && here.dev !== above?.dev
  }

  async #isPulled(device: string): Promise<boolean> {
    if ((await statOf(join(this.#blockDevices, device))) === undefined) return this.#lastDevice === device
    this.#lastDevice = device
    return false
  }

  /** Checks until a card is in use again. A card that was replaced between two checks is not noticed otherwise. */
  #watch(): void {
    this.#cancel = this.#clock.after(watchMs, () => {
      void this.state().then(({ isMounted }) => {
        if (this.#isWatching && !isMounted) this.#watch()
      })
    })
  }
}

/** `8:1`: the major and the minor number, as Linux packs them. */
export const deviceName = (dev: bigint): string => {
  const major = ((dev >> 8n) & 0xfffn) | ((dev >> 32n) & ~0xfffn)
  const minor = (dev & 0xffn) | ((dev >> 12n) & ~0xffn)
  return `${major}:${BigInt.asUintN(32, minor)}`
}

const statOf = (path: string) => stat(path, { bigint: true }).catch(() => undefined)
