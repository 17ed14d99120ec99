import type { Sql } from '@busbar/database'
import { type Clock, Periodic } from '@busbar/kit'

export interface PassRunnerOptions {
  sql: Sql
  clock: Clock
  /** Where the database announces new work. */
  channel: string
  /** Processes what is due; returns whether there may be more. */
  pass: () => Promise<boolean>
  onError: (error: unknown) => void
}

const restMs = 2000

/** Runs passes over what is due: when the database announces work, when woken, and after a rest. One pass at a time. */
export class PassRunner {
  readonly #options: PassRunnerOptions
  readonly #passes: Periodic
  #unlisten: () => Promise<void> = () => Promise.resolve()

  constructor(options: PassRunnerOptions) {
    this.#options = options
    const { clock, channel, pass, onError } = options
    this.#passes = new Periodic({
      name: channel,
      clock,
      everyMs: restMs,
      work: async () => {
        if (await pass()) this.wake()
      },
      onError,
    })
  }

  get isStopped(): boolean {
    return this.#passes.isStopped
  }

  get isUnderWay(): boolean {
    return this.#passes.isRunning
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#options.sql.listen(this.#options.channel, () => this.wake())
    this.#passes.start()
    this.wake()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#passes.stop(), this.#unlisten()])
  }

  /** Runs a pass now, or one more after the current pass. */
  wake(): void {
    this.#passes.wake()
  }

  /** Resolves when no pass is in progress. */
  settled(): Promise<void> {
    return this.#passes.settled()
  }
}
