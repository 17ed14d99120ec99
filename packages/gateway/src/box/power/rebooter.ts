import type { Clock } from '@busbar/kit'

/** Restarts the gateway after a delay. A new request changes the time. */
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
    // Waits at least briefly, so that the requester gets its response.
    this.#cancel = this.#clock.after(Math.max(delaySec * 1000, answerMs), () => this.#reboot())
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }
}

const answerMs = 100
