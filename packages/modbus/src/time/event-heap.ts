/** Something that happens at an instant; `seq` keeps things of one instant in the order they were made. */
export interface TimedEvent {
  readonly dueMs: number
  readonly seq: number
  /** Absent once called off. */
  act: (() => void) | undefined
}

const isBefore = (a: TimedEvent, b: TimedEvent): boolean => a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.seq < b.seq)

/** A binary heap, the next event on top. */
export class EventHeap {
  #items: TimedEvent[] = []

  get size(): number {
    return this.#items.length
  }

  peek(): TimedEvent | undefined {
    return this.#items[0]
  }

  push(event: TimedEvent): void {
    const items = this.#items
    let at = items.length
    while (at > 0) {
      const up = (at - 1) >> 1
      const parent = items[up]
      if (parent === undefined || isBefore(parent, event)) break
      items[at] = parent
      at = up
    }
    items[at] = event
  }

  pop(): TimedEvent | undefined {
    const [top] = this.#items
    const last = this.#items.pop()
    if (last !== undefined && last !== top) this.#sink(last)
    return top
  }

  /** Forgets events that were called off. A sorted list is a heap. */
  sweep(): void {
    this.#items = this.#items.filter((event) => event.act !== undefined).toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
  }

  #sink(event: TimedEvent): void {
    const items = this.#items
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      const [one, two] = [items[left], items[left + 1]]
      if (one === undefined) break
      const isRight = two !== undefined && isBefore(two, one)
      const child = isRight ? two : one
      if (isBefore(event, child)) break
      items[at] = child
      at = isRight ? left + 1 : left
    }
    items[at] = event
  }
}
