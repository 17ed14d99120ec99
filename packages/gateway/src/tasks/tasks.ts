import { Periodic } from '@busbar/kit'
import type { Span } from './bind/overlap.rules.ts'
import type { CompileCode } from './compile/compile-error.ts'
import { type CompiledTask, compileAll, type FailedTask, heapOf, writtenBy } from './compile-all.rules.ts'
import { createTask, type TasksOptions } from './create-task.ts'
import { list, read, type Source } from './folder.ts'
import { keptValuesProblem } from './kept-values.ts'
import { limits } from './limits.ts'
import { sweepLogs } from './logging/log-card.ts'
import { dayOf, firstStoredDay } from './logging/paths.rules.ts'
import type { Task, TaskStatus } from './running/task.ts'
import type { ItemView } from './view.ts'

/** Interval between checks of the folder. */
const recheckMs = 5000

/** After this many failed checks in a row, the card counts as removed although its folder exists. */
const unreadableMax = 3

const [illegalDataAddress, deviceFailure] = [2, 4]

/** The state group `memTaskfiles`. */
export interface MemTaskfiles {
  readonly filesFound: number | null
  readonly loadedOn: string | null
  readonly heapUsedB: number | null
  readonly errorFile: string | null
  readonly errorLine: number | null
  readonly errorCode: string | null
  readonly tasks: readonly TaskStatus[]
}

export interface TasksView {
  readonly tasks: (Omit<TaskStatus, 'sourceFile'> & {
    readonly file: string
    readonly tookMs: number | null
    readonly missedRuns: number
    readonly items: ItemView[]
  })[]
  readonly faulty: { readonly file: string | null; readonly line: number | null; readonly code: string }[]
  /** New or changed files that are not loaded yet. */
  readonly pending: string[]
}

interface RunningTask {
  readonly loaded: CompiledTask
  readonly task: Task
}

/** Task files of the card: compiled when they appear or change, and run while the card is inserted. */
export class Tasks {
  readonly #options: TasksOptions
  #running: RunningTask[] = []
  #filesFound: number | null = null
  #loadedOn: string | null = null
  /** Signatures of the files that were compiled last. */
  #loadedFiles: ReadonlyMap<string, string> = new Map()
  #faulty: FailedTask | (Omit<FailedTask, 'errorFile'> & { readonly errorFile: null }) | undefined
  /** Faults that were logged. */
  #logged: ReadonlyMap<string, FailedTask> = new Map()
  /** Signatures of the folder at the last two checks. */
  #signatures: [string | undefined, string | undefined] = [undefined, undefined]
  /** Number of consecutive checks that could not read the card. */
  #unreadable = 0
  #sweptOn: string | undefined
  /** Aborts the removal of old logs when the card is removed. */
  #sweepEnd = new AbortController()
  readonly #stopping = new AbortController()
  readonly #rechecks: Periodic
  #checking: Promise<void> = Promise.resolve()
  #sweeping: Promise<void> = Promise.resolve()

  constructor(options: TasksOptions) {
    this.#options = options
    this.#rechecks = new Periodic({
      name: 'task files',
      clock: options.clock,
      everyMs: recheckMs,
      work: () => this.reload(),
      onError: this.#loadFailed,
    })
  }

  async start(): Promise<void> {
    await this.reload()
    if (!this.#stopping.signal.aborted) this.#rechecks.start()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#sweepEnd.abort()
    const stopped = this.#rechecks.stop()
    // Ends current tasks at once, however slow the card is, and then those started meanwhile.
    const ended = this.#end(this.#running)
    await this.#checking
    await Promise.all([stopped, ended, this.#end(this.#running), this.#sweeping])
    this.#running = []
  }

  /**
   * Stops the tasks, so that their logs are complete, and then ejects the card. The folder is not checked in between.
   */
  eject(): Promise<void> {
    const ejected = this.#checking.then(async () => {
      await this.#unload()
      await this.#sweeping
      await this.#options.card.eject()
    })
    this.#checking = ejected.catch(() => undefined)
    return ejected
  }

  /** Values that tasks show in the gateway's own registers, or an exception code. */
  registers(address: number, count: number): readonly number[] | number {
    const words: number[] = []
    for (let at = address; at < address + count; at += 1) {
      const shown = this.#running.map(({ task }) => task.registerAt(at)).find((word) => word !== undefined)
      if (shown === undefined) return illegalDataAddress
      if (shown === null) return deviceFailure
      words.push(shown)
    }
    return words
  }

  status(): MemTaskfiles {
    const { errorFile = null, errorLine = null, errorCode = null } = this.#faulty ?? {}
    return {
      filesFound: this.#filesFound,
      loadedOn: this.#loadedOn,
      heapUsedB: this.#filesFound === null ? null : heapOf(this.#running.map(({ loaded }) => loaded)),
      errorFile,
      errorLine,
      errorCode,
      tasks: this.#running.map(({ task }) => task.status()),
    }
  }

  /** Number of tasks, of those whose last run failed, and of missed runs. */
  summary(): { readonly running: number; readonly failed: number; readonly missedRuns: number } {
    const tasks = this.#running.map(({ task }) => task)
    return {
      running: tasks.length,
      failed: tasks.filter((task) => task.status().lastErrorCode !== null).length,
      missedRuns: tasks.reduce((sum, { missedRuns }) => sum + missedRuns, 0),
    }
  }

  /** Compiled tasks that run now. */
  get loaded(): readonly CompiledTask[] {
    return this.#running.map(({ loaded }) => loaded)
  }

  /** Reads the folder without waiting for the next check. */
  reload(): Promise<void> {
    this.#checking = this.#checking.then(() => this.#checkOnce()).catch(this.#loadFailed)
    return this.#checking
  }

  /** Every task with its values, every file that does not run, and files that are not loaded yet. */
  async view(): Promise<TasksView> {
    const listing = await list(this.#options.card)
    const files = typeof listing === 'string' ? [] : [...listing]
    const folder = this.#faulty?.errorFile === null ? [this.#faulty] : []
    return {
      tasks: this.#running.map(({ task }) => {
        const { sourceFile: file, ...status } = task.status()
        return { file, ...status, tookMs: task.tookMs, missedRuns: task.missedRuns, items: task.items() }
      }),
      faulty: [...folder, ...this.#logged.values()].map(({ errorFile, errorLine, errorCode }) => ({
        file: errorFile,
        line: errorLine,
        code: errorCode,
      })),
      pending: files.filter(([file, signature]) => this.#loadedFiles.get(file) !== signature).map(([file]) => file),
    }
  }

  readonly #loadFailed = (error: unknown): void =>
    this.#options.log.warn({ err: error }, 'task files could not be loaded')

  async #checkOnce(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const listing = await list(this.#options.card)
    if (listing === 'absent') return this.#unload()
    if (typeof listing === 'string') return this.#failed(listing)
    this.#unreadable = 0
    const signature = JSON.stringify([...listing])
    // File times have whole seconds, so a changed file is read again after its second has ended.
    const isSettled = this.#signatures.every((before) => before === signature)
    this.#signatures = [this.#signatures[1], signature]
    if (!isSettled) await this.#load(listing)
    this.#sweep()
  }

  async #load(files: ReadonlyMap<string, string>): Promise<void> {
    const sources: Source[] = []
    for (const file of files.keys()) {
      // As many as can run are read; the rest is only counted.
      if (sources.length > limits.files) sources.push({ file, errorCode: 'ERROR_OUT_OF_MEMORY' })
      else sources.push(await read(this.#options.card, file))
    }
    const { loaded, faulty } = compileAll(sources)
    if (this.#stopping.signal.aborted) return
    const unchanged = this.#running.filter((old) => loaded.some((one) => isSame(old.loaded, one)))
    const ended = this.#running.filter((old) => !unchanged.includes(old))
    // Ended tasks store their values on the card, where their successors read them.
    await this.#end(
      ended,
      loaded.flatMap(({ program }) => writtenBy(program)),
    )
    const begun: RunningTask[] = []
    for (const one of loaded.filter((candidate) => !unchanged.some((old) => isSame(old.loaded, candidate)))) {
      try {
        begun.push({ loaded: one, task: await createTask(one, this.#options) })
      } catch (error) {
        // Starting without stored values would overwrite them.
        faulty.push({ errorFile: one.file, errorLine: null, errorCode: keptValuesProblem(error) })
      }
    }
    // A failing card may have recovered, and damaged values may have been repaired or removed.
    if (faulty.some(({ errorCode }) => errorCode === 'ERROR_IO' || errorCode === 'ERROR_CRC'))
      this.#signatures = [undefined, undefined]
    this.#logFaults(faulty)
    this.#filesFound = files.size
    this.#loadedFiles = files
    this.#faulty = faulty[0]
    if (ended.length === 0 && begun.length === 0) {
      this.#loadedOn ??= this.#options.now().toISOString()
      return
    }
    this.#running = [...unchanged, ...begun].toSorted((a, b) => (a.loaded.file < b.loaded.file ? -1 : 1))
    this.#loadedOn = this.#options.now().toISOString()
    for (const { task } of begun) task.start()
    this.#options.log.info({ tasks: this.#running.map(({ loaded: { file } }) => file) }, 'tasks loaded')
  }

  /** Logs each fault once. */
  #logFaults(faulty: readonly FailedTask[]): void {
    const faults = new Map(faulty.map((one) => [JSON.stringify(one), one]))
    for (const [text, one] of faults) {
      if (!this.#logged.has(text)) this.#options.log.warn({ ...one }, 'task file skipped')
    }
    this.#logged = faults
  }

  /** Without a card there are no tasks: removing it stops them. */
  async #unload(errorCode?: CompileCode): Promise<void> {
    const ended = this.#running
    this.#running = []
    this.#filesFound = errorCode === undefined ? null : 0
    this.#loadedFiles = new Map()
    this.#loadedOn = null
    this.#faulty = errorCode && { errorFile: null, errorLine: null, errorCode }
    this.#logged = new Map()
    this.#signatures = [undefined, undefined]
    this.#sweptOn = undefined
    this.#sweepEnd.abort()
    this.#sweepEnd = new AbortController()
    await this.#end(ended)
  }

  /**
   * A path that is not a folder has no tasks. A brief failure of the card does not stop running tasks; a longer one
   * counts as removal.
   */
  async #failed(errorCode: CompileCode): Promise<void> {
    this.#unreadable += 1
    if (errorCode === 'ERROR_NO_PATH' || this.#unreadable >= unreadableMax) return this.#unload(errorCode)
    this.#signatures = [undefined, undefined]
    this.#faulty = { errorFile: null, errorLine: null, errorCode }
  }

  /** Runs once a day in the background, because old days may have thousands of files. */
  #sweep(): void {
    const { card, settings, localNow, log } = this.#options
    const today = dayOf(localNow())
    const firstDay = firstStoredDay(localNow(), settings.storeIntervalDays)
    if (settings.format === null || firstDay === undefined || this.#sweptOn === today) return
    this.#sweptOn = today
    this.#sweeping = sweepLogs(card, firstDay, this.#sweepEnd.signal).catch((error: unknown) =>
      log.warn({ err: error }, 'old task logs could not be removed'),
    )
  }

  /** Items in `taken` are written by other tasks from now on. */
  async #end(running: readonly RunningTask[], taken: readonly Span[] = []): Promise<void> {
    await Promise.all(running.map(({ task }) => task.stop(taken)))
  }
}

/** An unchanged task keeps its memory. */
const isSame = (a: CompiledTask, b: CompiledTask): boolean =>
  a.file === b.file && Buffer.compare(a.bytes, b.bytes) === 0
