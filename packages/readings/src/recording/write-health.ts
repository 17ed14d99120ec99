import { unavailability } from '@busbar/database/health'
import type { Clock } from '@busbar/kit'
import { type RecorderLog, reasonOf } from './losses.ts'

export interface WriteHealthOptions {
  clock: Clock
  now: () => Date
  log: RecorderLog
}

/** A write under way. */
export interface PendingWrite {
  /** Monotonic time of the start. */
  readonly beganMs: number
  end(): void
}

/** A write that takes longer counts as failing, although it may still be done. */
const stuckMs = 10_000
const stuckWhy = 'A write to the database does not finish; its disk or another session may block it'

/** Tracks whether writes to the database succeed. A write that fails, and one that does not finish, count from their beginning. */
export class WriteHealth {
  readonly #options: WriteHealthOptions
  readonly #pending = new Set<PendingWrite>()
  /** When the first write began of those that failed since the last success, by the clock. */
  #failedMs: number | null = null
  #why: string | null = null
  #failingSince: number | null = null
  #lastError: string | null = null

  constructor(options: WriteHealthOptions) {
    this.#options = options
  }

  /** In milliseconds since 1970; null while all is well. */
  get failingSince(): number | null {
    return this.#failingSince
  }

  get lastError(): string | null {
    return this.#lastError
  }

  /** How long writes have failed or not finished, and what is wrong with the database, where that is known. */
  current(): { failingMs: number; why: string | null } {
    const nowMs = this.#options.clock.now()
    const beganMs = [...this.#pending].map((write) => write.beganMs)
    return { failingMs: nowMs - Math.min(this.#failedMs ?? nowMs, ...beganMs), why: this.#why }
  }

  begin(): PendingWrite {
    const { clock } = this.#options
    const cancel = clock.after(stuckMs, () => this.#reportStuck())
    const write: PendingWrite = {
      beganMs: clock.now(),
      end: () => {
        cancel()
        this.#pending.delete(write)
      },
    }
    this.#pending.add(write)
    return write
  }

  succeed(): void {
    this.#failedMs = null
    // A write beside this one may be stuck.
    if (this.#failingSince === null || this.current().failingMs >= stuckMs) return
    this.#options.log.info({ failingSince: this.#failingSince }, 'readings are recorded again')
    this.#failingSince = null
    this.#why = null
  }

  fail(error: unknown, { beganMs }: PendingWrite): void {
    const { clock, now, log } = this.#options
    if (this.#failingSince === null) log.error({ err: error }, 'readings cannot be recorded and wait')
    this.#failingSince ??= now().getTime() - (clock.now() - beganMs)
    this.#failedMs ??= beganMs
    this.#why = unavailability(error)
    this.noteError(error)
  }

  noteError(error: unknown): void {
    this.#lastError = reasonOf(error)
  }

  #reportStuck(): void {
    const { now, log } = this.#options
    const { failingMs } = this.current()
    if (this.#failingSince !== null || failingMs < stuckMs) return
    log.error({ ms: failingMs, why: stuckWhy }, 'readings cannot be recorded and wait')
    this.#failingSince = now().getTime() - failingMs
    this.#lastError = stuckWhy
    this.#why = stuckWhy
  }
}
