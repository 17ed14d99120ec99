import type { ServerTimeouts } from './times.ts'

/**
 * Response of the server to a connecting client: `starting` includes recovery, `unknown` means that no socket could be
 * opened.
 */
export type Readiness = 'ready' | 'starting' | 'silent' | 'unknown'

type ReadinessTimes = Pick<ServerTimeouts, 'stalledMs' | 'recoveryMs' | 'abandonedMs'>

/** Watches a server that is not ready yet. A long recovery may continue as long as it makes progress. */
export class ReadinessWatch {
  readonly #times: ReadinessTimes
  #badSince: number | null = null
  #movedAt = 0
  #work: number | null = null
  #abandonedSince: number | null = null

  constructor(times: ReadinessTimes) {
    this.#times = times
  }

  /**
   * Evaluates a check made at `nowMs`; `work` is the progress of the recovery, null if no process is recovering.
   * Returns why the server must be given up, or null. A check without a result changes nothing.
   */
  observe(readiness: Readiness, work: number | null | 'unknown', nowMs: number): string | null {
    if (readiness === 'ready' || readiness === 'unknown' || work === 'unknown') {
      this.#badSince = null
      this.#abandonedSince = null
      return null
    }
    // Counted from the first failed check: a single one after the machine was suspended proves nothing.
    if (this.#badSince === null) {
      this.#badSince = nowMs
      this.#movedAt = nowMs
    } else if (work !== this.#work) this.#movedAt = nowMs
    this.#work = work
    this.#abandonedSince = readiness === 'starting' && work === null ? (this.#abandonedSince ?? nowMs) : null
    if (this.#abandonedSince !== null && nowMs - this.#abandonedSince >= this.#times.abandonedMs) {
      const abandonedSec = Math.round((nowMs - this.#abandonedSince) / 1000)
      return `it says that it recovers, and has no process that does, for ${abandonedSec} s`
    }
    const stalledSec = Math.round((nowMs - this.#movedAt) / 1000)
    if (nowMs - this.#movedAt >= this.#times.stalledMs) {
      return readiness === 'silent'
        ? `it does not answer, for ${stalledSec} s`
        : `it is in recovery and does not get on, for ${stalledSec} s`
    }
    if (nowMs - this.#badSince < this.#times.recoveryMs) return null
    return `its recovery does not end, for ${Math.round((nowMs - this.#badSince) / 60_000)} min`
  }
}
