import { Heap, type HeapItem } from '../heap.ts'
import type { Clock } from './clock.ts'

interface TimedEvent extends HeapItem {
  readonly seq: number
  readonly act: () => void
}

/** A clock that stands still until a test moves it. Nothing sleeps. */
export class VirtualClock implements Clock {
  readonly #events = new Heap<TimedEvent>()
  #nowMs: number
  #seq = 0

  constructor(startMs = 0) {
    this.#nowMs = startMs
  }

  now(): number {
    return this.#nowMs
  }

  /** Events that wait. */
  get pending(): number {
    return this.#events.size
  }

  after(delayMs: number, act: () => void): () => void {
    if (Number.isNaN(delayMs)) throw new RangeError('A delay must be a number of milliseconds')
    const sumMs = this.#nowMs + Math.max(0, delayMs)
    // Any delay advances the time. Otherwise a caller that waits for the last bit of a sum of fractions would loop
    // endlessly.
    const dueMs = delayMs > 0 && sumMs === this.#nowMs ? sumMs * (1 + Number.EPSILON) : sumMs
    const event: TimedEvent = { dueMs, seq: this.#seq++, act, at: -1 }
    this.#events.push(event)
    return () => this.#events.remove(event)
  }

  /** Runs everything due in the next `ms`, in order of time. Promise callbacks wait until the caller's own turn ends. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms
    while (this.#runInstant(untilMs));
    this.#nowMs = untilMs
  }

  /** As `advance`, and code that awaits something goes on at the virtual instant at which it happened. */
  async advanceAsync(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms
    do await settlePromises()
    while (this.#runInstant(untilMs))
    this.#nowMs = untilMs
  }

  /** Lets time pass until `promise` settles; rejects when it has not by `withinMs` of virtual time. */
  async runUntil<T>(promise: Promise<T>, withinMs = 60_000): Promise<T> {
    const untilMs = this.#nowMs + withinMs
    let isSettled = false as boolean
    const settle = (): void => {
      isSettled = true
    }
    promise.then(settle, settle)
    for (;;) {
      await settlePromises()
      if (isSettled) return promise
      if (this.#runInstant(untilMs)) continue
      this.#nowMs = untilMs
      const rest = this.pending === 0 ? 'nothing is waiting to happen' : `${this.pending} events lie beyond`
      throw new Error(`The promise did not settle within ${withinMs} ms of virtual time; ${rest}`)
    }
  }

  /** Advances to the next instant with timers and fires all of them; returns whether there was one until `untilMs`. */
  #runInstant(untilMs: number): boolean {
    const { next } = this.#events
    if (next === undefined || next.dueMs > untilMs) return false
    this.#nowMs = next.dueMs
    for (let event = this.#events.next; event?.dueMs === next.dueMs; event = this.#events.next) {
      this.#events.remove(event)
      event.act()
    }
    return true
  }
}

// An immediate runs after all promise callbacks and ticks that were ready, however long their chain.
const settlePromises = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve))
