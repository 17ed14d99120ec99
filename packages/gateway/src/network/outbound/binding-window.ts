import type { Clock } from '@busbar/kit'

const windowMs = 24 * 3_600_000
/** Saves rarely; a power cut adds at most an hour. */
const saveIntervalMs = 3_600_000

interface Options {
  readonly clock: Clock
  /** Remaining time, stored across restarts; null when it has never started. */
  readonly leftMs: () => number | null
  readonly save: (leftMs: number) => void
  readonly onOver: () => void
}

/**
 * The time in which an unbound gateway accepts a binding. It counts running time only: the clock may be wrong until a
 * time server sets it, and a false time server could reopen the window.
 */
export class BindingWindow {
  readonly #options: Options
  #overAtMs = Number.NEGATIVE_INFINITY
  #cancel: () => void = () => {}

  constructor(options: Options) {
    this.#options = options
  }

  /** Continues the window, or starts it the first time. */
  start(): void {
    this.#run(this.#options.leftMs() ?? windowMs)
  }

  /** Requires physical access or administrator rights. */
  open(): void {
    this.#run(windowMs)
  }

  get isOpen(): boolean {
    return this.#leftMs > 0
  }

  stop(): void {
    this.#cancel()
    if (this.isOpen) this.#options.save(this.#leftMs)
    this.#overAtMs = Number.NEGATIVE_INFINITY
  }

  get #leftMs(): number {
    return Math.max(0, this.#overAtMs - this.#options.clock.now())
  }

  #run(leftMs: number): void {
    this.#cancel()
    this.#overAtMs = this.#options.clock.now() + leftMs
    if (leftMs !== this.#options.leftMs()) this.#options.save(leftMs)
    if (leftMs > 0) this.#wait()
  }

  #wait(): void {
    const { clock, save, onOver } = this.#options
    this.#cancel = clock.after(Math.min(saveIntervalMs, this.#leftMs), () => {
      save(this.#leftMs)
      if (this.isOpen) this.#wait()
      else onOver()
    })
  }
}
