import type { Clock } from '@busbar/kit'
import type { Requester, UnitGate } from '../../bus/gate/requester.ts'
import { type Span, spanOf } from '../bind/overlap.rules.ts'
import type { Program } from '../compile/emit.ts'
import { type ItemView, itemsView } from '../view.ts'
import type { ExecutionCode } from './fault.ts'
import type { Message, RunTime } from './machine.ts'
import { MappedItems } from './mapped-items.ts'
import { type Memory, newMemory, snapshot } from './memory.ts'
import { toWords } from './registers.rules.ts'
import { run } from './run.ts'

/** Receives logged items. */
export interface RunLog {
  /** The card does not take what is logged. */
  readonly isFailing: boolean
  add(memory: Memory): void
  stop(): Promise<void>
}

/** Receives items that are published. */
export interface RunPublisher {
  note(memory: Memory): void
  stop(): void
}

/** Stores items across restarts. */
export interface ValueKeeper {
  /** Restores the stored values. */
  restore(memory: Memory): void
  /** Called after every successful run. */
  note(memory: Memory): void
  stop(): Promise<void>
}

export interface TaskOptions {
  readonly sourceFile: string
  readonly program: Program
  readonly gate: UnitGate
  readonly clock: Clock
  readonly now: () => Date
  readonly localNow: () => Date
  readonly sun: () => RunTime['sun']
  /** Returns the error of a message that could not be sent. */
  readonly sendSms: (message: Message) => ExecutionCode | undefined
  /** Undefined when no item is logged. */
  readonly log?: RunLog
  /** Undefined when no item is stored. */
  readonly keeper?: ValueKeeper
  /** Undefined without a broker. */
  readonly publisher?: RunPublisher
  /** Called when outputs go to their safe states after failed runs. */
  readonly wentSafe: (code: ExecutionCode) => void
  /** Called when the task starts to miss periods. */
  readonly missed: (facts: { readonly tookMs: number; readonly periodMs: number }) => void
  /** Called for an internal error, which must not end the gateway. */
  readonly failed: (error: unknown) => void
}

export interface TaskStatus {
  readonly sourceFile: string
  readonly periodMs: number
  readonly state: 'idle' | 'running'
  readonly lastRunOn: string | null
  readonly lastErrorCode: ExecutionCode | null
}

/** Time in which a stopping task writes its safe states. */
const safeStopMs = 2000
/** Minimum age, besides three periods, after which shown values count as outdated. */
const shownMinMs = 5000

/** A running task file: a run every period, never two at once. Runs do not catch up after a delay. */
export class Task {
  readonly #options: TaskOptions
  readonly #memory: Memory
  readonly #ended = new AbortController()
  readonly #mapped: MappedItems
  #firstDueMs = 0
  /** Number of periods until the next run. */
  #periods = 0
  #cancel: (() => void) | undefined
  #isRunning = false
  #lastGoodMs = Number.NEGATIVE_INFINITY
  #startedMs = 0
  #isSafe = false
  #stopping: Promise<void> | undefined
  #lastRunOn: string | null = null
  #tookMs: number | null = null
  #missedRuns = 0
  #isLate = false
  #lastErrorCode: ExecutionCode | null = null

  constructor(options: TaskOptions) {
    const { program, gate, clock } = options
    this.#options = options
    this.#memory = newMemory(program, clock.now())
    options.keeper?.restore(this.#memory)
    this.#mapped = new MappedItems({
      ...program,
      gate,
      requester: requesterUntil(options.sourceFile, this.#ended.signal),
      clock,
    })
  }

  start(): void {
    this.#firstDueMs = this.#options.clock.now()
    this.#startedMs = this.#firstDueMs
    this.#runAfter(0)
  }

  /**
   * Drops waiting requests and does not wait for those on the wire. Outputs with a safe state are put into it, except
   * those in `taken`.
   */
  stop(taken: readonly Span[] = []): Promise<void> {
    this.#stopping ??= this.#end(taken)
    return this.#stopping
  }

  async #end(taken: readonly Span[]): Promise<void> {
    this.#ended.abort()
    this.#cancel?.()
    await this.#leaveSafe(taken)
    await this.#options.log?.stop()
    await this.#options.keeper?.stop()
    this.#options.publisher?.stop()
  }

  /**
   * Value of a register of the gateway; null without a recent successful run, undefined when the task does not define
   * it.
   */
  registerAt(address: number): number | null | undefined {
    const { program, clock } = this.#options
    for (const item of program.items) {
      const span = item.register === undefined ? undefined : spanOf(item)
      if (span === undefined || address < span.address || address >= span.address + span.count) continue
      const isOld = clock.now() - this.#lastGoodMs > Math.max(shownMinMs, 3 * program.periodMs)
      return isOld ? null : toWords(item, this.#memory)[address - span.address]
    }
    return undefined
  }

  status(): TaskStatus {
    const { sourceFile, program, log } = this.#options
    return {
      sourceFile,
      periodMs: program.periodMs,
      state: this.#isRunning ? 'running' : 'idle',
      lastRunOn: this.#lastRunOn,
      lastErrorCode: this.#lastErrorCode ?? (log?.isFailing ? 'EXC_IO' : null),
    }
  }

  /** Current values for display. */
  items(): ItemView[] {
    return itemsView(this.#options.program.items, this.#memory)
  }

  /** Duration of the last run, including its waits. */
  get tookMs(): number | null {
    return this.#tookMs
  }

  /** Number of missed periods, because the previous run was still active. */
  get missedRuns(): number {
    return this.#missedRuns
  }

  /** The next moment that is a whole number of periods after the first. Those that were missed are left out. */
  #wait(): void {
    const { clock, program } = this.#options
    const sinceMs = clock.now() - this.#firstDueMs
    // A clock that rings a hair early must not ring for the same period twice.
    const over = Math.max(this.#periods, Math.floor(sinceMs / program.periodMs))
    const missed = over - this.#periods
    this.#missedRuns += missed
    if (missed > 0 && !this.#isLate) this.#options.missed({ tookMs: this.#tookMs ?? 0, periodMs: program.periodMs })
    this.#isLate = missed > 0
    this.#periods = over + 1
    this.#runAfter(this.#periods * program.periodMs - sinceMs)
  }

  #runAfter(delayMs: number): void {
    this.#cancel = this.#options.clock.after(delayMs, () => void this.#run())
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    this.#lastRunOn = this.#options.now().toISOString()
    const begunMs = this.#options.clock.now()
    try {
      const code = await this.#once()
      // A stop is not a failure.
      if (!this.#isEnded()) this.#lastErrorCode = code ?? null
    } catch (error) {
      this.#lastErrorCode = 'EXC_UNKNOWN'
      this.#options.failed(error)
      await this.#failSafe('EXC_UNKNOWN')
    }
    this.#isRunning = false
    this.#tookMs = this.#options.clock.now() - begunMs
    if (!this.#isEnded()) this.#wait()
  }

  /** Reads, runs and writes. A run that fails before its first write has no effect. */
  async #once(): Promise<ExecutionCode | undefined> {
    const { program, localNow, sun, clock, log, keeper, publisher } = this.#options
    const unread = await this.#mapped.read(this.#memory)
    if (this.#isEnded()) return undefined
    const undo = snapshot(this.#memory)
    const outcome = run(program.operations, this.#memory, { localNow: localNow(), nowMs: clock.now(), sun: sun() })
    if ('errorCode' in outcome) {
      undo()
      await this.#failSafe(outcome.errorCode)
      return outcome.errorCode
    }
    this.#lastGoodMs = clock.now()
    this.#isSafe = false
    const unwritten = await this.#mapped.write(this.#memory)
    if (this.#isEnded()) return undefined
    // Values from before the start are not current.
    const isComplete = program.items.every(({ isLogged, id }) => !isLogged || this.#memory.readErrors[id] === 0)
    if (isComplete) log?.add(this.#memory)
    keeper?.note(this.#memory)
    publisher?.note(this.#memory)
    const unsent = this.#send(outcome.messages)
    return unread ?? unwritten ?? unsent
  }

  /**
   * A message that could not be sent is reported without failing the run, because outputs must not depend on a modem.
   */
  #send(messages: readonly Message[]): ExecutionCode | undefined {
    return messages.map((message) => this.#options.sendSms(message)).find((code) => code !== undefined)
  }

  /** After the configured time without a successful run, outputs go to their safe states. */
  async #failSafe(code: ExecutionCode): Promise<void> {
    const { clock, program, wentSafe } = this.#options
    const sinceMs = clock.now() - Math.max(this.#lastGoodMs, this.#startedMs)
    if (!this.#mapped.hasSafeStates || sinceMs < program.safeAfterMs || this.#isEnded()) return
    if (!this.#isSafe) wentSafe(code)
    this.#isSafe = true
    await this.#mapped.writeSafe(this.#memory, requesterUntil(this.#options.sourceFile, this.#ended.signal))
  }

  async #leaveSafe(taken: readonly Span[]): Promise<void> {
    if (!this.#mapped.hasSafeStates) return
    const enough = new AbortController()
    const cancel = this.#options.clock.after(safeStopMs, () => enough.abort())
    try {
      await this.#mapped.writeSafe(this.#memory, requesterUntil(this.#options.sourceFile, enough.signal), taken)
    } catch (error) {
      this.#options.failed(error)
    } finally {
      cancel()
    }
  }

  #isEnded(): boolean {
    return this.#ended.signal.aborted
  }
}

const requesterUntil = (sourceFile: string, signal: AbortSignal): Requester => ({
  name: `task ${sourceFile}`,
  signal,
  isLoggedIn: true,
  usesStandardCodes: true,
})
