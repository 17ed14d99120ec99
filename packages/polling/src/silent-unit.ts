import { backOffMs } from './back-off.ts'
import type { Reason } from './reasons.ts'

/** How a silent unit is asked: by a probe, which only shows whether it answers, or by the first read of a whole poll. */
export interface Attempt {
  readonly isProbe: boolean
  readonly timeoutMs: number
}

/** A whole attempt is not put off for longer than until probes have cost so many times as much. */
const probesPerFullRead = 4
/** Whole attempts are at least so many timeouts apart: by then no late answer of the one before can come. */
const fullReadTimeouts = 20

/** A unit that did not answer. Probes find one that is as it was; whole attempts one that became slow, or is deaf to probes. */
export class SilentUnit {
  failures = 0
  reason: Reason = 'Timeout'
  /** All probes share it: the answer to any of them shows that the unit is there. */
  readonly question = {}
  #fullReads = 0
  #fullReadFromMs = 0
  #probesMs = 0

  failed(reason: Reason, wasProbe: boolean, costMs: number, timeoutMs: number, nowMs: number): void {
    this.failures += 1
    this.reason = reason
    if (wasProbe) {
      this.#probesMs += costMs
      return
    }
    this.#fullReads += 1
    this.#fullReadFromMs = nowMs + Math.max(backOffMs(this.#fullReads), fullReadTimeouts * timeoutMs)
    this.#probesMs = 0
  }

  /** `promptMs`: how long it took when it was well. `canSpare`: there is time on the line for a whole attempt. */
  next(promptMs: number | null, timeoutMs: number, canSpare: boolean, nowMs: number): Attempt {
    const isFullRead = nowMs >= this.#fullReadFromMs && (canSpare || this.#probesMs >= probesPerFullRead * timeoutMs)
    return { isProbe: !isFullRead, timeoutMs: isFullRead ? timeoutMs : Math.min(promptMs ?? timeoutMs, timeoutMs) }
  }
}
