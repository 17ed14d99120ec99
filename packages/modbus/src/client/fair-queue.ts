/** A waiting item with its source. */
export interface Queueable {
  readonly by: string | number
}

interface SourceQueue<T> {
  readonly waiting: T[]
  /** Time of the line that it has had, less what every round grants. */
  aheadMs: number
}

/** How many may wait. */
export interface FairQueueLimits {
  readonly perSource: number
  readonly sources: number
}

/** Line time that a source may use per round before it is skipped in the next one. */
const roundMs = 20

/**
 * Waiting items in fair turns: each source has one turn per round, however many items it has. Fairness counts line
 * time, not requests: a source that polls unresponsive units is skipped for as many rounds as its requests took, while
 * others wait.
 */
export class FairQueue<T extends Queueable> {
  readonly #limits: FairQueueLimits
  /** The source whose turn it is next comes first. Those of whom nothing waits stay until they are passed over. */
  readonly #sources = new Map<T['by'], SourceQueue<T>>()
  #size = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  /** False when its source has too many waiting, or there are too many sources. */
  add(item: T): boolean {
    const source = this.#sources.get(item.by) ?? this.#newSource()
    if (source === undefined || source.waiting.length >= this.#limits.perSource) return false
    if (source.waiting.length === 0) this.#toTheEnd(item.by, source)
    source.waiting.push(item)
    this.#size += 1
    return true
  }

  /** Takes the next that may go. A source all of whose requests must wait keeps its turn. */
  take(mayGo: (item: T) => boolean): T | undefined {
    if (!this.#isAny(mayGo)) return undefined
    // Sources that are moved to the end are visited again in this loop, so one of them is chosen.
    for (const [by, source] of this.#sources) {
      const at = source.waiting.findIndex(mayGo)
      const item = source.waiting[at]
      if (item === undefined && source.waiting.length > 0) continue
      source.aheadMs = Math.max(-roundMs, source.aheadMs - roundMs)
      if (source.aheadMs > 0) this.#toTheEnd(by, source)
      else if (item === undefined) this.#sources.delete(by)
      else {
        source.waiting.splice(at, 1)
        this.#size -= 1
        this.#toTheEnd(by, source)
        return item
      }
    }
    return undefined
  }

  /** The source has had the line for so long. */
  charge(by: T['by'], usedMs: number): void {
    const source = this.#sources.get(by)
    if (source !== undefined) source.aheadMs += usedMs
  }

  /** Returns whether the item was still waiting. */
  remove(item: T): boolean {
    const waiting = this.#sources.get(item.by)?.waiting ?? []
    const at = waiting.indexOf(item)
    if (at < 0) return false
    waiting.splice(at, 1)
    this.#size -= 1
    return true
  }

  all(): T[] {
    return [...this.#sources.values()].flatMap(({ waiting }) => waiting)
  }

  clear(): void {
    this.#sources.clear()
    this.#size = 0
  }

  #isAny(mayGo: (item: T) => boolean): boolean {
    if (this.#size === 0) return false
    for (const { waiting } of this.#sources.values()) if (waiting.some(mayGo)) return true
    return false
  }

  #newSource(): SourceQueue<T> | undefined {
    const { sources } = this.#limits
    if (this.#sources.size >= sources)
      for (const [by, { waiting }] of this.#sources) if (waiting.length === 0) this.#sources.delete(by)
    return this.#sources.size < sources ? { waiting: [], aheadMs: 0 } : undefined
  }

  #toTheEnd(by: T['by'], source: SourceQueue<T>): void {
    this.#sources.delete(by)
    this.#sources.set(by, source)
  }
}
