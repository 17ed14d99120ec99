import type { Clock } from '@busbar/kit'

const windowMs = 24 * 3_600_000
/** Few writes, and a power cut gives back an hour at most. */
const saveIntervalMs = 3_600_000

interface Options {
  readonly clock: Clock
  /** Remaining time, stored across restarts; null when it has never started. */
  readonly leftMs: () => number | null
  readonly save: (leftMs: number) => void
  readonly onOver: () => void
}

/**
 * The time in which an unbound gateway lets itself be bound. It is counted while the gateway runs: the clock of a box may be wrong until
 * a time server has set it, and a false time server could open the window again.
 */
export class BindingWindow {
  readonly #options: Options
  #overAtMs = Number.NEGATIVE_INFINITY
  #cancel: () => void = () => {}

  constructor(options: Options) {
    this.#options = options
  }

  /** Goes on where it was; begins where it never has. */
  start(): void {
    this.#run(this.#options.leftMs() ?? windowMs)
  }

  /** The caller stands at the gateway, or has its administrator's rights. */
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
