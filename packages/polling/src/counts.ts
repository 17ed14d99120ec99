import type { PolledValues } from './poll.ts'

/** Totals of polling since the start. */
export class Counts {
  polls = 0
  /** Number of values read. */
  readings = 0
  /** Number of failed values by reason. */
  readonly failures = new Map<string, number>()
  /** Polls skipped because the previous one was still running or the timer was late. */
  skipped = 0

  add({ params, errors }: PolledValues): void {
    this.polls += 1
    const missing = typeof errors === 'string' ? params.length : (errors?.size ?? 0)
    this.readings += params.length - missing
    if (typeof errors === 'string') this.#fail(errors, missing)
    else if (errors) for (const reason of errors.values()) this.#fail(reason, 1)
  }

  #fail(reason: string, count: number): void {
    this.failures.set(reason, (this.failures.get(reason) ?? 0) + count)
  }
}
