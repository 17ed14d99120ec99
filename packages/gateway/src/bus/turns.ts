/** Something that waits, and whose it is. */
export interface Turn {
  readonly by: string
}

interface Source<T> {
  readonly waiting: T[]
  /** Time of the line that it has had, less what every round grants. */
  aheadMs: number
}

const waitingMax = 16
const sourcesMax = 128
/** What a source may have of the line in each round without being passed over in the next. */
const roundMs = 20

/**
 * Those who wait, in fair turns: each source has one, whatever number of its requests wait. Fair is the time that they have, not their
 * number: who asks units that do not answer is passed over in as many rounds as that took, while others wait.
 */
export class Turns<T extends Turn> {
  /** The source whose turn it is next comes first. Those of whom nothing waits stay until they are passed over. */
  readonly #sources = new Map<string, Source<T>>()
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** False when its source has too many waiting, or there are too many sources. */
  add(item: T): boolean {
    const source = this.#sources.get(item.by) ?? this.#newSource()
    if (source === undefined || source.waiting.length >= waitingMax) return false
    if (source.waiting.length === 0) this.#toTheEnd(item.by, source)
    source.waiting.push(item)
    this.#count += 1
    return true
  }

  /** Takes the next that may go. A source all of whose requests must wait keeps its turn. */
  take(mayGo: (item: T) => boolean): T | undefined {
    if (!this.#isAny(mayGo)) return undefined
    // Those who are sent to the end are met again: somebody will go.
    for (const [by, source] of this.#sources) {
      const at = source.waiting.findIndex(mayGo)
      const item = source.waiting[at]
      if (item === undefined && source.waiting.length > 0) continue
      source.aheadMs = Math.max(-roundMs, source.aheadMs - roundMs)
      if (source.aheadMs > 0) this.#toTheEnd(by, source)
      else if (item === undefined) this.#sources.delete(by)
      else {
        source.waiting.splice(at, 1)
        this.#count -= 1
        this.#toTheEnd(by, source)
        return item
      }
    }
    return undefined
  }

  /** The source has had the line for so long. */
  charge(by: string, usedMs: number): void {
    const source = this.#sources.get(by)
    if (source !== undefined) source.aheadMs += usedMs
  }

  /** Says whether it was still waiting. */
  remove(item: T): boolean {
    const waiting = this.#sources.get(item.by)?.waiting
    const at = waiting?.indexOf(item) ?? -1
    if (waiting === undefined || at < 0) return false
    waiting.splice(at, 1)
    this.#count -= 1
    return true
  }

  takeAll(): T[] {
    const all = [...this.#sources.values()].flatMap(({ waiting }) => waiting)
    this.#sources.clear()
    this.#count = 0
    return all
  }

  #isAny(mayGo: (item: T) => boolean): boolean {
    for (const { waiting } of this.#sources.values()) if (waiting.some(mayGo)) return true
    return false
  }

  #newSource(): Source<T> | undefined {
    if (this.#sources.size >= sourcesMax)
      for (const [by, { waiting }] of this.#sources) if (waiting.length === 0) this.#sources.delete(by)
    return this.#sources.size < sourcesMax ? { waiting: [], aheadMs: 0 } : undefined
  }

  #toTheEnd(by: string, source: Source<T>): void {
    this.#sources.delete(by)
    this.#sources.set(by, source)
  }
}
