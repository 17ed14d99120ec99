/** Something that has its turn at an instant. The heap keeps its place in it. */
export interface Turn {
  dueMs: number
  /** -1 while it is in no heap. */
  at: number
}

/** A binary heap, the next turn on top, out of which any turn can be taken. */
export class TurnHeap<T extends Turn> {
  readonly #turns: T[] = []

  get next(): T | undefined {
    return this.#turns[0]
  }

  push(turn: T): void {
    this.#turns.push(turn)
    this.#rise(turn, this.#turns.length - 1)
  }

  remove(turn: T): void {
    if (turn.at < 0) return
    const last = this.#turns.pop()
    if (last && last !== turn) this.#settle(last, turn.at)
    turn.at = -1
  }

  /** After `dueMs` of a turn in the heap became another. */
  moved(turn: T): void {
    this.#settle(turn, turn.at)
  }

  #settle(turn: T, at: number): void {
    this.#rise(turn, at)
    if (turn.at === at) this.#sink(turn, at)
  }

  #rise(turn: T, from: number): void {
    let at = from
    while (at > 0) {
      const parent = this.#turns[(at - 1) >> 1]
      if (!parent || parent.dueMs <= turn.dueMs) break
      this.#put(parent, at)
      at = (at - 1) >> 1
    }
    this.#put(turn, at)
  }

  #sink(turn: T, from: number): void {
    let at = from
    for (;;) {
      const left = this.#turns[2 * at + 1]
      const right = this.#turns[2 * at + 2]
      const isRight = right !== undefined && left !== undefined && right.dueMs < left.dueMs
      const child = isRight ? right : left
      if (!child || turn.dueMs <= child.dueMs) break
      this.#put(child, at)
      at = 2 * at + (isRight ? 2 : 1)
    }
    this.#put(turn, at)
  }

  #put(turn: T, at: number): void {
    this.#turns[at] = turn
    turn.at = at
  }
}
