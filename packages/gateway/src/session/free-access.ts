import type { Clock } from '@busbar/kit'

interface FreeAccessOptions {
  clock: Clock
  /** Value of `httpd.freeAccessSec`, read when the button is pressed. */
  freeAccessSec: () => number
}

/** Free access after the button was pressed: every client has level 1 for a limited time. */
export class FreeAccess {
  readonly #clock: Clock
  readonly #freeAccessSec: () => number
  #untilMs = Number.NEGATIVE_INFINITY

  constructor({ clock, freeAccessSec }: FreeAccessOptions) {
    this.#clock = clock
    this.#freeAccessSec = freeAccessSec
  }

  press(): void {
    this.#untilMs = this.#clock.now() + this.#freeAccessSec() * 1000
  }

  get isOpen(): boolean {
    return this.#clock.now() < this.#untilMs
  }
}
