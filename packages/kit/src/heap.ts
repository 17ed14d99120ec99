/** An item of a heap. The heap stores its index in `at`. */
export interface HeapItem {
  dueMs: number
  /** Decides between items of one instant: the lower one is first. */
  seq?: number
  /** -1 while the item is in no heap. */
  at: number
}

const isBefore = (a: HeapItem, b: HeapItem): boolean =>
  a.dueMs < b.dueMs || (a.dueMs === b.dueMs && (a.seq ?? 0) < (b.seq ?? 0))

/** A binary heap with the earliest item on top, from which any item can be removed. */
export class Heap<T extends HeapItem> {
  readonly #items: T[] = []

  get size(): number {
    return this.#items.length
  }

  get next(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    this.#items.push(item)
    this.#rise(item, this.#items.length - 1)
  }

  remove(item: T): void {
    if (item.at < 0) return
    const last = this.#items.pop()
    if (last && last !== item) this.#settle(last, item.at)
    item.at = -1
  }

  clear(): void {
    for (const item of this.#items) item.at = -1
    this.#items.length = 0
  }

  /** To be called after `dueMs` of an item in the heap was changed. */
  moved(item: T): void {
    this.#settle(item, item.at)
  }

  #settle(item: T, at: number): void {
    this.#rise(item, at)
    if (item.at === at) this.#sink(item, at)
  }

  #rise(item: T, from: number): void {
    let at = from
    while (at > 0) {
      const parent = this.#items[(at - 1) >> 1]
      if (!parent || !isBefore(item, parent)) break
      this.#put(parent, at)
      at = (at - 1) >> 1
    }
    this.#put(item, at)
  }

  #sink(item: T, from: number): void {
    let at = from
    for (;;) {
      const left = this.#items[2 * at + 1]
      const right = this.#items[2 * at + 2]
      const isRight = right !== undefined && left !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (!child || !isBefore(child, item)) break
      this.#put(child, at)
      at = 2 * at + (isRight ? 2 : 1)
    }
    this.#put(item, at)
  }

  #put(item: T, at: number): void {
    this.#items[at] = item
    item.at = at
  }
}
