import { isExceptionPdu } from '@busbar/modbus'
import type { ExchangeResult } from './modbus-client.ts'

/** Lower limit of the timeout: network and machine may cause this much delay by themselves. */
const leastMs = 50
/** A unit counts as unresponsive after this multiple of its slowest recent response time. */
const margin = 3
/** Decay of a slow response's influence. */
const forgetting = 1 / 64
/** Consecutive delays that show that another master is waiting. */
const delaysMax = 2

/**
 * Tracks each unit's response time, so that polling need not wait for the network's full timeout. This is useless if a
 * gateway itself keeps waiting for the unresponsive unit: the next response of another unit is then late, and the link
 * uses full timeouts afterwards.
 */
export class AnswerTimes {
  readonly #slowestMs = new Map<number, number>()
  #givenUp: { unit: number; atMs: number } | null = null
  #delays = 0

  /** Records an exchange. `timeoutMs` is the network's timeout. */
  settled(unit: number, outcome: ExchangeResult<Uint8Array>, sentMs: number, nowMs: number, timeoutMs: number): void {
    const tookMs = nowMs - sentMs
    if ('err' in outcome) {
      if (outcome.err === 'timeout' && tookMs < timeoutMs) this.#givenUp = { unit, atMs: nowMs }
      return
    }
    // An exception may come from a gateway, so it does not show how fast the unit is.
    if (isExceptionPdu(outcome.ok)) return
    const slowestMs = this.#slowestMs.get(unit) ?? tookMs
    this.#judgeDelay(unit, sentMs, tookMs, slowestMs)
    this.#slowestMs.set(unit, Math.max(tookMs, slowestMs - (slowestMs - tookMs) * forgetting))
  }

  /** Longest response time of a healthy unit; null if unknown or unusable. */
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
