/** So many places for each source. */
export class Places {
  readonly #max: number
  readonly #taken = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Takes a place; calling the answer, once or more, gives it back. Null when there is none. */
  enter(source: string): (() => void) | null {
    const taken = this.#taken.get(source) ?? 0
    if (taken >= this.#max) return null
    this.#taken.set(source, taken + 1)
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      const left = (this.#taken.get(source) ?? 1) - 1
      if (left === 0) this.#taken.delete(source)
      else this.#taken.set(source, left)
    }
  }
}
