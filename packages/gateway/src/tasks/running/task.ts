import type { Clock } from '@busbar/kit'
import type { UnitGate } from '../../gate/visitor.ts'
import type { Program } from '../language/emit/emit.ts'
import type { ExecutionCode } from './fault.ts'
import type { Message } from './machine.ts'
import { MappedItems } from './mapped-items.ts'
import { keep, type Memory, newMemory } from './memory.ts'
import { run } from './run.ts'

/** Where logged items go. */
export interface RunLog {
  /** The card does not take what is logged. */
  readonly isFailing: boolean
  add(memory: Memory): void
  stop(): Promise<void>
}

export interface TaskOptions {
  readonly sourceFile: string
  readonly program: Program
  readonly gate: UnitGate
  readonly clock: Clock
  readonly now: () => Date
  readonly localNow: () => Date
  /** Nothing where the box has no modem. */
  readonly sendSms?: (message: Message) => void
  /** Nothing where nothing is logged. */
  readonly log?: RunLog
  /** A surprise of ours, which must not end the gateway. */
  readonly failed: (error: unknown) => void
}

export interface TaskStatus {
  readonly sourceFile: string
  readonly periodMs: number
  readonly state: 'idle' | 'running'
  readonly lastRunOn: string | null
  readonly lastErrorCode: ExecutionCode | null
}

/** All tasks together have one turn on the bus. */
const turn = 'task'

/** One task file at work: a run every period, never two at once, and never one late because of those before it. */
export class Task {
  readonly #options: TaskOptions
  readonly #memory: Memory
  readonly #gone = new AbortController()
  readonly #mapped: MappedItems
  #firstDueMs = 0
  /** After how many periods the next run begins. */
  #periods = 0
  #cancel: (() => void) | undefined
  #isRunning = false
  #lastRunOn: string | null = null
  #lastErrorCode: ExecutionCode | null = null

  constructor(options: TaskOptions) {
    const { program, gate } = options
    const visitor = { name: turn, signal: this.#gone.signal, isLoggedIn: true, hearsStandard: true }
    this.#options = options
    this.#memory = newMemory(program)
    this.#mapped = new MappedItems({ ...program, gate, visitor })
  }

  start(): void {
    this.#firstDueMs = this.#options.clock.now()
    this.#runAfter(0)
  }

  /** What waits for the bus is dropped; what is on the wire already is not waited for. */
  async stop(): Promise<void> {
    this.#gone.abort()
    this.#cancel?.()
    await this.#options.log?.stop()
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

  /** The next moment that is a whole number of periods after the first. Those that were missed are left out. */
  #wait(): void {
    const { clock, program } = this.#options
    const sinceMs = clock.now() - this.#firstDueMs
    // A clock that rings a hair early must not ring for the same period twice.
    this.#periods = Math.max(this.#periods, Math.floor(sinceMs / program.periodMs)) + 1
    this.#runAfter(this.#periods * program.periodMs - sinceMs)
  }

  #runAfter(delayMs: number): void {
    this.#cancel = this.#options.clock.after(delayMs, () => void this.#run())
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    this.#lastRunOn = this.#options.now().toISOString()
    try {
      const code = await this.#once()
      // Who is stopped has not failed.
      if (!this.#hasGone()) this.#lastErrorCode = code ?? null
    } catch (error) {
      this.#lastErrorCode = 'EXC_UNKNOWN'
      this.#options.failed(error)
    }
    this.#isRunning = false
    if (!this.#hasGone()) this.#wait()
  }

  /** Read, run, write. A run that fails has sent nothing, and is as if it had not been; from its first write on, it has been. */
  async #once(): Promise<ExecutionCode | undefined> {
    const { program, localNow, log } = this.#options
    const unread = await this.#mapped.read(this.#memory)
    if (this.#hasGone()) return undefined
    const undo = keep(this.#memory)
    const outcome = run(program.operations, this.#memory, localNow())
    if ('errorCode' in outcome) {
      undo()
      return outcome.errorCode
    }
    const unwritten = await this.#mapped.write(this.#memory)
    if (this.#hasGone()) return undefined
    // A value from before is none of now.
    const isComplete = program.items.every(({ isLogged, id }) => !isLogged || this.#memory.readErrors[id] === 0)
    if (isComplete) log?.add(this.#memory)
    const unsent = this.#send(outcome.messages)
    return unread ?? unwritten ?? unsent
  }

  /** What could not be sent is told, and the run has been one all the same: a relay must not wait for a modem. */
  #send(messages: readonly Message[]): ExecutionCode | undefined {
    const { sendSms } = this.#options
    if (sendSms === undefined) return messages.length === 0 ? undefined : 'EXC_ACTION_UNKNOWN'
    for (const message of messages) sendSms(message)
    return undefined
  }

  #hasGone(): boolean {
    return this.#gone.signal.aborted
  }
}
