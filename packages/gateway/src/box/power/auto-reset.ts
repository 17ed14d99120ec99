import type { Clock } from '@busbar/kit'

/** The setting that this part applies. */
export interface AutoResetSettings {
  readonly areset: {
    readonly delayMin: number
    /** Null never; 1 after the delay; 2 after the delay without a response from the field. */
    readonly mode: number | null
  }
}

interface Options {
  readonly clock: Clock
  readonly settings: AutoResetSettings
  readonly reset: () => void
}

/** Restarts the gateway automatically according to its settings. */
export class AutoReset {
  readonly #clock: Clock
  readonly #settings: AutoResetSettings['areset']
  readonly #reset: () => void
  #quietSinceMs = 0
  #cancel: (() => void) | undefined

  constructor({ clock, settings, reset }: Options) {
    this.#clock = clock
    this.#settings = settings.areset
    this.#reset = reset
  }

  start(): void {
    this.#quietSinceMs = this.#clock.now()
    if (this.#settings.mode !== null) this.#wait()
  }

  stop(): void {
    this.#cancel?.()
  }

  /** The field has answered. */
  fieldAnswered(): void {
    if (this.#settings.mode === 2) this.#quietSinceMs = this.#clock.now()
  }

  /** Runs one timer. When it expires after a response from the field, it starts again for the remaining time. */
  #wait(): void {
    const leftMs = this.#quietSinceMs + this.#settings.delayMin * 60_000 - this.#clock.now()
    if (leftMs <= 0) this.#reset()
    else this.#cancel = this.#clock.after(leftMs, () => this.#wait())
  }
}
