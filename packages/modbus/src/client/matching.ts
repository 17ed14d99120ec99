import type { Frame } from '../envelope/frame.ts'
import { fits } from '../pdu/fits.ts'

/** A request on its way. */
export interface Flight {
  unit: number
  pdu: Uint8Array
  timeoutMs: number
  transaction: number
  dueAt: number
}
/** A frame's fate: the flight that it answers, or too late for one, or nobody's. */
export type Match<F extends Flight> = F | 'late' | 'stray'

/** Tells whose answer a frame is, and who may fly. */
export interface Matching<F extends Flight> {
  readonly flying: Iterable<F>
  readonly isIdle: boolean
  mayFly(unit: number): boolean
  fly(flight: F): void
  match(frame: Frame): Match<F>
  /** Its time ran out: its answer may still come, and must not be taken for another's. */
  expire(flight: F, now: number): void
  /** Forgets what no longer matters; gives when to look again. */
  sweep(now: number): number
}

const lateMax = 1024

/** TCP: transaction ids tell answers apart, so several may fly. An id is not used again while its answer may come. */
export class ByTransaction<F extends Flight> implements Matching<F> {
  readonly #depth: number
  readonly #flying = new Map<number, F>()
  readonly #late = new Set<number>()
  #last = 0

  constructor(depth: number) {
    this.#depth = depth
  }

  get flying(): Iterable<F> {
    return this.#flying.values()
  }

  get isIdle(): boolean {
    return this.#flying.size === 0
  }

  mayFly(): boolean {
    return this.#flying.size < this.#depth
  }

  fly(flight: F): void {
    do this.#last = (this.#last + 1) & 0xffff
    while (this.#flying.has(this.#last) || this.#late.has(this.#last))
    flight.transaction = this.#last
    this.#flying.set(this.#last, flight)
  }

  match(frame: Frame): Match<F> {
    const flight = this.#flying.get(frame.transaction)
    if (flight === undefined) return this.#late.delete(frame.transaction) ? 'late' : 'stray'
    if (flight.unit !== frame.unit || !fits(flight.pdu, frame.pdu)) return 'stray'
    this.#flying.delete(frame.transaction)
    return flight
  }

  expire(flight: F): void {
    this.#flying.delete(flight.transaction)
    this.#late.add(flight.transaction)
    const [oldest] = this.#late
    if (this.#late.size > lateMax && oldest !== undefined) this.#late.delete(oldest)
  }

  sweep(): number {
    return Number.POSITIVE_INFINITY
  }
}

/** A serial line: one at a time. After a timeout its unit is held until the late frame was dropped or one more timeout passed. */
export class ByTurn<F extends Flight> implements Matching<F> {
  readonly flying: F[] = []
  readonly #heldUntil = new Map<number, number>()

  get isIdle(): boolean {
    return this.flying.length === 0
  }

  mayFly(unit: number): boolean {
    return this.isIdle && !this.#heldUntil.has(unit)
  }

  fly(flight: F): void {
    this.flying.push(flight)
  }

  match(frame: Frame): Match<F> {
    const [flight] = this.flying
    if (flight !== undefined && flight.unit === frame.unit && fits(flight.pdu, frame.pdu)) {
      this.flying.pop()
      return flight
    }
    return this.#heldUntil.delete(frame.unit) ? 'late' : 'stray'
  }

  expire(flight: F, now: number): void {
    this.flying.pop()
    if (flight.unit !== 0) this.#heldUntil.set(flight.unit, now + flight.timeoutMs)
  }

  sweep(now: number): number {
    for (const [unit, until] of this.#heldUntil) if (until <= now) this.#heldUntil.delete(unit)
    return Math.min(...this.#heldUntil.values())
  }
}
