import type { LinePort } from './line-port.ts'
import type { LineFormat } from './waveform.ts'

/** Bytes that a port says without a pause. */
export interface ByteBurst {
  readonly port: LinePort
  /** How the port was set when it wrote them. */
  readonly format: LineFormat
  readonly startMs: number
  readonly charMs: number
  readonly bytes: Uint8Array
  /** Characters that are through. */
  sent: number
}

// Counted from the start, so that nothing adds up over a long run.
export const charStartMs = (run: ByteBurst): number => run.startMs + run.sent * run.charMs
export const charEndMs = (run: ByteBurst): number => run.startMs + (run.sent + 1) * run.charMs
export const endMs = (run: ByteBurst): number => run.startMs + run.bytes.length * run.charMs
export const isSent = (run: ByteBurst): boolean => run.sent === run.bytes.length

// A nanosecond: far below a bit, far above what adding up fractions of a millisecond loses.
export const slackMs = 1e-6

/** The run whose character ends first. */
export function nextToEnd(runs: readonly ByteBurst[]): ByteBurst | undefined {
  let next: ByteBurst | undefined
  for (const run of runs) if (!isSent(run) && (next === undefined || charEndMs(run) < charEndMs(next))) next = run
  return next
}

/** Whether another port sends during this run's present character. */
export function isTalkedOver(run: ByteBurst, runs: readonly ByteBurst[]): boolean {
  const [fromMs, toMs] = [charStartMs(run) + slackMs, charEndMs(run) - slackMs]
  return runs.some((other) => other.port !== run.port && other.startMs < toMs && endMs(other) > fromMs)
}

/** Runs that are not through, and those that spoil a character of one that is not. */
export function runsInEffect(runs: readonly ByteBurst[]): ByteBurst[] {
  const unsent = runs.filter((run) => !isSent(run))
  return runs.filter((run) => !isSent(run) || unsent.some((other) => charStartMs(other) < endMs(run)))
}
