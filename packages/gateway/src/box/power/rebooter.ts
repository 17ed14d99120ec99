import type { Clock } from '@busbar/kit'

/** Starts everything again, after a while. Who asks again changes the hour. */
export class Rebooter {
  readonly #clock: Clock
  readonly #reboot: () => void
  #cancel: (() => void) | undefined

  constructor({ clock, reboot }: { clock: Clock; reboot: () => void }) {
    this.#clock = clock
    this.#reboot = reboot
  }

  rebootAfter(delaySec: number): void {
    this.stop()
    // Never at once: who asked is still to be answered.
    this.#cancel = this.#clock.after(Math.max(delaySec * 1000, answerMs), () => this.#reboot())
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }
}

const answerMs = 100
