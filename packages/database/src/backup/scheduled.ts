import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@busbar/kit'
import { makeFolder } from '@busbar/kit/program'
import { partMark } from './file.ts'

export interface ScheduledOptions {
  /** Writes a backup, complete or not at all. */
  write: (file: string, madeOn: Date) => Promise<unknown>
  folder: string
  everyMs: number
  /** Number of files to keep. */
  keep: number
  clock: Clock
  now: () => Date
  log: { error(details: object, message: string): void; info(details: object, message: string): void }
  /** True if this node runs the backups where several nodes could. */
  mayRun?: () => boolean
}

export interface ScheduledStatus {
  /** Time of the last backup, also by an earlier run; null for none. */
  lastOn: number | null
  lastBytes: number
  failures: number
  /** Error of the last attempt; null if it succeeded. */
  failing: string | null
  /** True while a backup is running. */
  isRunning: boolean
  everyMs: number
  keep: number
}

/** Delay after a start, while other work is more urgent. */
const firstMs = 60_000
const retryMsMax = 600_000
/** Timers are limited to some weeks. */
const timerMsMax = 3_600_000

export const backupName = /^busbar-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/
const nameOf = (on: Date): string => `busbar-${on.toISOString().replace(/\.\d+|[-:]/g, '')}.backup`
const backupTimeOf = (name: string): number => Date.parse(name.replace(backupName, '$1-$2-$3T$4:$5:$6Z'))

/** Writes backups into a folder on a schedule. An old one is deleted only after a new one is complete. */
export class ScheduledBackups {
  readonly #options: ScheduledOptions
  readonly #status: Pick<ScheduledStatus, 'lastOn' | 'lastBytes' | 'failures' | 'failing'> = {
    lastOn: null,
    lastBytes: 0,
    failures: 0,
    failing: null,
  }
  #everyMs: number
  #keep: number
  #dueAt = 0
  #running: Promise<void> | null = null
  #isStopped = false
  #cancel: () => void = () => {}

  constructor(options: ScheduledOptions) {
    this.#options = options
    this.#everyMs = options.everyMs
    this.#keep = options.keep
  }

  async start(): Promise<void> {
    const { clock, now } = this.#options
    const last = await this.#begin().catch((error: unknown) => this.#fail(error))
    this.#status.lastOn = last ?? null
    const agoMs = last === undefined ? Infinity : now().getTime() - last
    // A file with a future date was written while the clock was wrong.
    const leftMs = agoMs < 0 ? 0 : this.#everyMs - agoMs
    this.#dueAt = clock.now() + Math.max(firstMs, leftMs)
    this.#arm()
  }

  /** Closing the connection aborts a backup that is running. */
  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  status(): ScheduledStatus {
    return { ...this.#status, isRunning: this.#running !== null, everyMs: this.#everyMs, keep: this.#keep }
  }

  /** Changes the interval, counted from the last backup. */
  apply({ everyMs, keep }: Pick<ScheduledOptions, 'everyMs' | 'keep'>): void {
    const { clock, now } = this.#options
    const { lastOn } = this.#status
    const isOther = everyMs !== this.#everyMs
    this.#everyMs = everyMs
    this.#keep = keep
    if (!isOther) return
    const agoMs = lastOn === null ? Infinity : Math.max(0, now().getTime() - lastOn)
    this.#dueAt = clock.now() + Math.max(firstMs, everyMs - agoMs)
    this.#cancel()
    if (this.#running === null) this.#arm()
  }

  /** Starts a backup immediately, in addition to the schedule. Resolves when it ends; the status has the result. */
  makeNow(): Promise<void> {
    this.#cancel()
    return this.#runAndArm()
  }

  /** Concurrent calls share one backup. */
  #runAndArm(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null
      this.#arm()
    })
    return this.#running
  }

  #arm(): void {
    if (this.#isStopped) return
    const { clock } = this.#options
    const leftMs = this.#dueAt - clock.now()
    this.#cancel = clock.after(Math.min(leftMs, timerMsMax), () => {
      if (this.#options.mayRun?.() === false) this.#dueAt = Math.max(this.#dueAt, clock.now() + firstMs)
      if (clock.now() < this.#dueAt) this.#arm()
      else void this.#runAndArm()
    })
  }

  async #run(): Promise<void> {
    const { clock, now, folder, write, log } = this.#options
    const beganAt = clock.now()
    const madeOn = now()
    const file = join(folder, nameOf(madeOn))
    try {
      makeFolder(folder, 0o700)
      if ((await stat(file).catch(() => null)) !== null) throw new Error(`${file} already exists`)
      await write(file, madeOn)
      const { size } = await stat(file)
      Object.assign(this.#status, { lastOn: madeOn.getTime(), lastBytes: size, failing: null })
      this.#dueAt = beganAt + this.#everyMs
      log.info({ file, bytes: size, ms: Math.round(clock.now() - beganAt) }, 'backup created')
      await this.#removeOld(nameOf(madeOn))
    } catch (error) {
      if (this.#isStopped) return
      this.#fail(error)
      this.#dueAt = Math.max(this.#dueAt, clock.now() + Math.min(this.#everyMs, retryMsMax))
    }
  }

  /** Deletes unfinished files of a killed service. Returns the time of the newest backup. */
  async #begin(): Promise<number | undefined> {
    const { folder } = this.#options
    makeFolder(folder, 0o700)
    for (const name of await readdir(folder)) {
      const [base = '', part] = name.split(partMark)
      if (part !== undefined && backupName.test(base)) await rm(join(folder, name), { force: true })
    }
    const last = (await this.#names()).at(-1)
    return last === undefined ? undefined : backupTimeOf(last)
  }

  async #removeOld(newest: string): Promise<void> {
    const { folder } = this.#options
    const others = (await this.#names()).filter((name) => name !== newest)
    for (const name of others.slice(0, others.length + 1 - this.#keep)) await rm(join(folder, name))
  }

  /** File names, oldest first. */
  async #names(): Promise<string[]> {
    return (await readdir(this.#options.folder)).filter((name) => backupName.test(name)).toSorted()
  }

  #fail(error: unknown): undefined {
    this.#status.failures += 1
    const { code } = error as { code?: unknown }
    this.#status.failing = typeof code === 'string' ? code : 'the log says why'
    this.#options.log.error({ err: error, folder: this.#options.folder }, 'backup failed')
  }
}
