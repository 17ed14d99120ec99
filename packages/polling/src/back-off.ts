import { exponentialBackOff } from '@busbar/kit'
import type { Reason } from './reasons.ts'

/** A group of registers that failed and is skipped for a while. */
export interface Silence {
  readonly failures: number
  /** Monotonic time of the next attempt. */
  readonly untilMs: number
  readonly reason: Reason
}

const firstMs = 2_000
const mostMs = 300_000

/** 2 s after the first failure, doubled after each further one, up to 5 minutes. */
export const backOffMs = (failures: number): number => exponentialBackOff(failures - 1, firstMs, mostMs)

/** Unresponsive devices may use one twentieth of the line time. */
export const shareOfLine = 20

/** State after another failure that occupied the line for `costMs`. A success clears the state. */
export const fallSilent = (before: Silence | undefined, reason: Reason, costMs: number, nowMs: number): Silence => {
  const failures = (before?.failures ?? 0) + 1
  return { failures, untilMs: nowMs + Math.max(backOffMs(failures), shareOfLine * costMs), reason }
}
