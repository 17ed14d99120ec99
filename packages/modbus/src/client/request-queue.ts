import { FairQueue, type FairQueueLimits, type Queueable } from './fair-queue.ts'

/** A request that waits for the line. */
export interface QueuedRequest extends Queueable {
  /** 0 goes first. */
  readonly priority: number
}

export interface QueueLimits extends FairQueueLimits {
  readonly priorities: number
  /** In all. */
  readonly waiting: number
}

/**
 * Requests that wait for one line: the most urgent first, and sources of equal urgency in fair turns. Its length is
 * limited.
 */
export class RequestQueue<T extends QueuedRequest> {
  readonly #limits: QueueLimits
  /** Made when they are first used: most lines never have anything that waits. */
  readonly #lanes: (FairQueue<T> | undefined)[]
  #size = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
    this.#lanes = new Array<FairQueue<T> | undefined>(limits.priorities).fill(undefined)
  }

  get size(): number {
    return this.#size
  }

  /** False when there are too many. */
  add(item: T): boolean {
    const isAdded = this.#size < this.#limits.waiting && (this.#lane(item.priority)?.add(item) ?? false)
    if (isAdded) this.#size += 1
    return isAdded
  }

  /** The next that may go. */
  take(mayGo: (item: T) => boolean): T | undefined {
    for (const lane of this.#lanes) {
      const item = lane === undefined || lane.size === 0 ? undefined : lane.take(mayGo)
      if (item === undefined) continue
      this.#size -= 1
      return item
    }
    return undefined
  }

  /** The source has had the line for so long. */
  charge({ priority, by }: T, usedMs: number): void {
    this.#lanes[priority]?.charge(by, usedMs)
  }

  #lane(priority: number): FairQueue<T> | undefined {
    if (priority in this.#lanes) this.#lanes[priority] ??= new FairQueue<T>(this.#limits)
    return this.#lanes[priority]
  }

  /** Returns whether the item was still waiting. */
  remove(item: T): boolean {
    const isRemoved = this.#lanes[item.priority]?.remove(item) ?? false
    if (isRemoved) this.#size -= 1
    return isRemoved
  }

  all(): T[] {
    return this.#lanes.flatMap((lane) => lane?.all() ?? [])
  }

  takeAll(): T[] {
    const all = this.all()
    for (const lane of this.#lanes) lane?.clear()
    this.#size = 0
    return all
  }
}
