export interface SilenceLimits {
  /** A connection is dead after this many timeouts in a row, over at least this time, without any response. */
  timeoutsMin: number
  ms: number
}

const longestMs = 300_000

/**
 * Finds a connection that stands but leads nowhere: the machine behind it lost its power, or a firewall its memory. The devices may be off as
 * well, so every reset that did not help makes the next wait twice as long.
 */
export class SilenceWatch {
  readonly #limits: SilenceLimits
  #timeouts = 0
  #since = 0
  #resets = 0

  constructor(limits: SilenceLimits) {
    this.#limits = limits
  }

  reset(): void {
    this.#timeouts = 0
    this.#resets = 0
  }

  /** A new connection has its own chance. */
  begin(): void {
    this.#timeouts = 0
  }

  /** Counts a timeout; returns whether the connection should be reset. */
  isDead(sentAt: number, now: number): boolean {
    if (this.#timeouts === 0) this.#since = sentAt
    this.#timeouts += 1
    const { timeoutsMin, ms } = this.#limits
    if (this.#timeouts < timeoutsMin || now - this.#since < Math.min(longestMs, ms * 2 ** this.#resets)) return false
    this.#resets += 1
    return true
  }
}
