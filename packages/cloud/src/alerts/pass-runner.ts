import type { Clock } from '@busbar/kit'
import type { Sql } from '../db/sql.ts'

export interface PassRunnerOptions {
  sql: Sql
  clock: Clock
  /** Where the database says that there is something to do. */
  channel: string
  /** Does what is due; answers whether there may be more. */
  pass: () => Promise<boolean>
  onError: (error: unknown) => void
}

const restMs = 2000

/** Looks whether there is something to do: when it is told, when it is woken, and after a rest. One pass at a time. */
export class PassRunner {
  readonly #options: PassRunnerOptions
  #passing: Promise<void> | null = null
  #isWanted = false
  #isStopped = true
  #cancel: () => void = () => {}
  #unlisten: () => Promise<void> = () => Promise.resolve()

  constructor(options: PassRunnerOptions) {
    this.#options = options
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  get isUnderWay(): boolean {
    return this.#passing !== null
  }

  async start(): Promise<void> {
    this.#isStopped = false
    this.#unlisten = await this.#options.sql.listen(this.#options.channel, () => this.wake())
    this.wake()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel()
    await this.#unlisten()
    await this.settled()
  }

  /** Looks at once, or again after the pass that is under way. */
  wake(): void {
    this.#isWanted = true
    if (this.#isStopped || this.#passing !== null) return
    this.#cancel()
    this.#passing = this.#passWhileWanted().finally(() => this.#onPassEnd())
  }

  /** When no pass is under way. */
  async settled(): Promise<void> {
    while (this.#passing !== null) await this.#passing
  }

  async #passWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      try {
        if (await this.#options.pass()) this.#isWanted = true
      } catch (error) {
        this.#options.onError(error)
      }
    }
  }

  #onPassEnd(): void {
    this.#passing = null
    if (this.#isStopped) return
    if (this.#isWanted) this.wake()
    else this.#cancel = this.#options.clock.after(restMs, () => this.wake())
  }
}
