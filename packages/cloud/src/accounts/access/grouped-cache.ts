interface Entry<Value> {
  group: string
  value: Value
}

/** Values by name, of which whole groups can be deleted. Where there is no room the oldest gives way. */
export class GroupedCache<Value> {
  readonly #max: number
  readonly #entries = new Map<string, Entry<Value>>()
  /** The names in each group, but for the one that is called like its group: so a value by itself needs none. */
  readonly #groups = new Map<string, Set<string>>()

  constructor(max: number) {
    this.#max = max
  }

  get(name: string): Value | undefined {
    return this.#entries.get(name)?.value
  }

  set(name: string, group: string, value: Value): void {
    this.delete(name)
    this.#entries.set(name, { group, value })
    if (group !== name) {
      const names = this.#groups.get(group)
      if (names === undefined) this.#groups.set(group, new Set([name]))
      else names.add(name)
    }
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#max && oldest !== undefined) this.delete(oldest)
  }

  delete(name: string): void {
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    this.#entries.delete(name)
    const names = this.#groups.get(entry.group)
    names?.delete(name)
    if (names?.size === 0) this.#groups.delete(entry.group)
  }

  deleteGroup(group: string): void {
    if (this.#entries.get(group)?.group === group) this.#entries.delete(group)
    for (const name of this.#groups.get(group) ?? []) this.#entries.delete(name)
    this.#groups.delete(group)
  }

  clear(): void {
    this.#entries.clear()
    this.#groups.clear()
  }
}
