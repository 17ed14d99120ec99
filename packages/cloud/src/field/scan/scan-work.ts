import type { Clock } from '@busbar/kit'

export type ScanState = 'waiting' | 'running' | 'done' | 'cancelled' | 'failed'

export interface ScanProgress<Found> {
  state: ScanState
  asked: number
  total: number
  found: Found[]
  /** Why it failed. */
  err?: string
}

/** Asks the field one question after another until it is through, fails or is cancelled. What was found by then is kept. */
export abstract class ScanWork<Found> {
  protected readonly clock: Clock
  protected readonly found: Found[] = []
  protected asked = 0
  readonly #cancelling = new AbortController()
  #state: ScanState = 'waiting'
  #err: string | undefined

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** How much there is to ask for. */
  protected abstract total(): number
  /** Sends all requests, or stops when the scan ends. */
  protected abstract askAll(): Promise<void>

  protected get signal(): AbortSignal {
    return this.#cancelling.signal
  }

  isOver(): boolean {
    return this.#state !== 'waiting' && this.#state !== 'running'
  }

  progress(): ScanProgress<Found> {
    const { asked, found } = this
    const err = this.#err
    return { state: this.#state, asked, total: this.total(), found: [...found], ...(err !== undefined && { err }) }
  }

  cancel(): void {
    if (this.isOver()) return
    this.#state = 'cancelled'
    this.#cancelling.abort()
  }

  fail(why: string): void {
    if (this.isOver()) return
    this.#err = why
    this.#state = 'failed'
  }

  async run(): Promise<void> {
    if (this.isOver()) return
    this.#state = 'running'
    await this.askAll()
    if (!this.isOver()) this.#state = 'done'
  }

  /** Ends early where it is cancelled. */
  protected pause(ms: number): Promise<void> {
    const { signal } = this
    return new Promise((resolve) => {
      const end = (): void => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = this.clock.after(ms, end)
      signal.addEventListener('abort', end)
    })
  }
}
