import { isExceptionPdu } from '@busbar/modbus'
import type { ExchangeResult } from './modbus-client.ts'

/** Lower limit of the timeout: network and machine may cause this much delay by themselves. */
const leastMs = 50
/** A unit that took so many times its slowest answer of late does not answer. */
const margin = 3
/** How fast a slow answer is forgotten. */
const forgetting = 1 / 64
/** Delays in a row that show that another master is waiting. */
const delaysMax = 2

/**
 * How long each unit takes to answer, so that a silent one can be given up before the network's timeout. That is worth nothing where a gateway
 * goes on waiting for the silent unit: then the next answer of another unit is late, and nothing is given up early on this link any more.
 */
export class AnswerTimes {
  readonly #slowestMs = new Map<number, number>()
  #givenUp: { unit: number; atMs: number } | null = null
  #delays = 0

  /** `timeoutMs` is the network's own. */
  settled(unit: number, outcome: ExchangeResult<Uint8Array>, sentMs: number, nowMs: number, timeoutMs: number): void {
    const tookMs = nowMs - sentMs
    if ('err' in outcome) {
      if (outcome.err === 'timeout' && tookMs < timeoutMs) this.#givenUp = { unit, atMs: nowMs }
      return
    }
    // An exception may be a gateway's, which says nothing of how fast the unit is.
    if (isExceptionPdu(outcome.ok)) return
    const slowestMs = this.#slowestMs.get(unit) ?? tookMs
    this.#judgeDelay(unit, sentMs, tookMs, slowestMs)
    this.#slowestMs.set(unit, Math.max(tookMs, slowestMs - (slowestMs - tookMs) * forgetting))
  }

  /** How long a unit takes at most when it is well; null where that is not known, or of no use. */
  promptMs(unit: number): number | null {
    const slowestMs = this.#slowestMs.get(unit)
    return slowestMs === undefined || this.#delays >= delaysMax ? null : Math.max(leastMs, margin * slowestMs)
  }

  #judgeDelay(unit: number, sentMs: number, tookMs: number, slowestMs: number): void {
    const givenUp = this.#givenUp
    if (givenUp === null || givenUp.unit === unit || sentMs < givenUp.atMs || this.#delays >= delaysMax) return
    this.#givenUp = null
    this.#delays = tookMs > 1.5 * slowestMs + leastMs / 2 ? this.#delays + 1 : 0
  }
}
