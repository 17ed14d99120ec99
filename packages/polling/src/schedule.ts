import { type Clock, Heap, type HeapItem } from '@busbar/kit'
import { firstFrom } from './phase.rules.ts'

/** An entry that is due periodically, at `phase` (0 to 1) of each period. */
export interface PeriodicEntry extends HeapItem {
  periodMs: number
  phase: number
}

export interface ScheduleOptions<T> {
  clock: Clock
  now: () => Date
  /** Receives the delay and the number of missed periods. */
  onDue(entry: T, lateMs: number, missed: number): void
}

/** Longest wait of a new entry for its first poll. */
const soonMs = 10_000
const apartMs = 1_000

/**
 * Due times of all devices, with one timer. They lie on a grid that is fixed to the wall clock at the start: a restart
 * keeps them, and setting the clock later moves none. `dueMs` is a time on that grid; `clockMs` converts it to the
 * monotonic clock.
 */
export class Schedule<T extends PeriodicEntry> {
  readonly #options: ScheduleOptions<T>
  readonly #heap = new Heap<T>()
  #aheadMs = 0
  #ringsAtMs = Infinity
  #cancel: (() => void) | null = null

  constructor(options: ScheduleOptions<T>) {
    this.#options = options
  }

  start(): void {
    const { clock, now } = this.#options
    this.#aheadMs = now().getTime() - clock.now()
  }

  stop(): void {
    this.#cancel?.()
    this.#ringsAtMs = Infinity
    this.#heap.clear()
  }

  /** Its first due time is on the grid, or earlier if it `isNew` and would wait long. */
  add(entry: T, isNew: boolean): void {
    const nowMs = this.#gridNow()
    const onGrid = firstFrom(nowMs, entry.periodMs, phaseMsOf(entry))
    const isLongWait = isNew && onGrid > nowMs + 2 * soonMs
    entry.dueMs = isLongWait ? Math.ceil(nowMs + entry.phase * soonMs) : onGrid
    this.#heap.push(entry)
    this.#arm()
  }

  /** Reschedules an entry whose period changed. It may have been due just now. */
  changed(entry: T): void {
    entry.dueMs = firstFrom(this.#gridNow() + apartMs, entry.periodMs, phaseMsOf(entry))
    this.#heap.moved(entry)
    this.#arm()
  }

  remove(entry: T): void {
    this.#heap.remove(entry)
  }

  /** Returns the entry's next due time at or after an instant, on the monotonic clock. */
  nextMs(entry: T, notBeforeMs: number): number {
    const fromMs = notBeforeMs + this.#aheadMs
    const dueMs = entry.dueMs >= fromMs ? entry.dueMs : firstFrom(fromMs, entry.periodMs, phaseMsOf(entry))
    return dueMs - this.#aheadMs
  }

  #gridNow(): number {
    return this.#options.clock.now() + this.#aheadMs
  }

  #arm(): void {
    const dueMs = this.#heap.next?.dueMs ?? Infinity
    if (dueMs >= this.#ringsAtMs) return
    this.#cancel?.()
    this.#ringsAtMs = dueMs
    this.#cancel = this.#options.clock.after(Math.max(0, dueMs - this.#gridNow()), () => this.#ring())
  }

  #ring(): void {
    this.#cancel = null
    // Sums of fractions may be too small by a rounding error.
    const nowMs = this.#gridNow() + 1e-3
    for (let { next } = this.#heap; next && next.dueMs <= nowMs; { next } = this.#heap) {
      const { dueMs, periodMs } = next
      next.dueMs = firstFrom(Math.floor(nowMs) + 1, periodMs, phaseMsOf(next))
      this.#heap.moved(next)
      const missed = Math.max(0, Math.round((next.dueMs - dueMs) / periodMs) - 1)
      this.#options.onDue(next, Math.max(0, nowMs - 1e-3 - dueMs - missed * periodMs), missed)
    }
    this.#ringsAtMs = Infinity
    this.#arm()
  }
}

const phaseMsOf = ({ phase, periodMs }: PeriodicEntry): number => Math.floor(phase * periodMs)
