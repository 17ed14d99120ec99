import { unavailability } from '@busbar/database/health'
import type { Clock } from '@busbar/kit'
import { type RecorderLog, reasonOf } from './losses.ts'

export interface WriteHealthOptions {
  clock: Clock
  now: () => Date
  log: RecorderLog
}

/** A pending write. */
export interface PendingWrite {
  /** Monotonic time of the start. */
  readonly beganMs: number
  end(): void
}

/** A longer write counts as failing, although it may still succeed. */
const stuckMs = 10_000
const stuckWhy = 'A write to the database does not finish; its disk or another session may be blocking it'

/** Tracks whether writes to the database succeed. A failed or pending write counts from its start. */
export class WriteHealth {
  readonly #options: WriteHealthOptions
  readonly #pending = new Set<PendingWrite>()
  /** Monotonic start of the first failed write since the last success. */
  #failedMs: number | null = null
  #why: string | null = null
  #failingSince: number | null = null
  #lastError: string | null = null

  constructor(options: WriteHealthOptions) {
    this.#options = options
  }

  /** Unix time in milliseconds; null while writes succeed. */
  get failingSince(): number | null {
    return this.#failingSince
  }

  get lastError(): string | null {
    return this.#lastError
  }

  /** Returns how long writes have been failing or pending, and the database's problem if known. */
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
    // A concurrent write may be stuck.
    if (this.#failingSince === null || this.current().failingMs >= stuckMs) return
    this.#options.log.info({ failingSince: this.#failingSince }, 'readings are recorded again')
    this.#failingSince = null
    this.#why = null
  }

  fail(error: unknown, { beganMs }: PendingWrite): void {
    const { clock, now, log } = this.#options
    if (this.#failingSince === null) log.error({ err: error }, 'readings cannot be recorded and are queued')
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
    log.error({ ms: failingMs, why: stuckWhy }, 'readings cannot be recorded and are queued')
    this.#failingSince = now().getTime() - failingMs
    this.#lastError = stuckWhy
    this.#why = stuckWhy
  }
}
