import type { Clock } from '@busbar/kit'

const spanSec = 10

/** How many there were a second, over the last ten whole seconds. */
export class Rate {
  readonly #clock: Clock
  readonly #counts = new Array<number>(spanSec + 1).fill(0)
  #second = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(): void {
    const at = this.#turn()
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
  }

  get perSec(): number {
    const running = this.#counts[this.#turn()] ?? 0
    return (this.#counts.reduce((sum, count) => sum + count, 0) - running) / spanSec
  }

  /** Empties the places of seconds that have passed, and gives the place of this one. */
  #turn(): number {
    const second = Math.floor(this.#clock.now() / 1000)
    const passed = Math.min(second - this.#second, this.#counts.length)
    for (let i = 0; i < passed; i += 1) this.#counts[(second - i) % this.#counts.length] = 0
    this.#second = second
    return second % this.#counts.length
  }
}
