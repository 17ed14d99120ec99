/** Something that waits, and whose it is. */
export interface Turn {
  readonly by: string
}

const waitingMax = 16
const sourcesMax = 64

/** Those who wait, in fair turns: each source has one, whatever number of its requests wait. */
export class Turns<T extends Turn> {
  /** The source whose turn it is next comes first. */
  readonly #queues = new Map<string, T[]>()

  get isEmpty(): boolean {
    return this.#queues.size === 0
  }

  /** False when its source has too many waiting, or there are too many sources. */
  add(item: T): boolean {
    const queue = this.#queues.get(item.by)
    if (queue === undefined) {
      if (this.#queues.size >= sourcesMax) return false
      this.#queues.set(item.by, [item])
    } else {
      if (queue.length >= waitingMax) return false
      queue.push(item)
    }
    return true
  }

  /** Takes the next that may go. A source all of whose requests must wait keeps its turn. */
  take(mayGo: (item: T) => boolean): T | undefined {
    for (const [by, queue] of this.#queues) {
      const at = queue.findIndex(mayGo)
      const item = queue[at]
      if (item === undefined) continue
      queue.splice(at, 1)
      this.#queues.delete(by)
      if (queue.length > 0) this.#queues.set(by, queue)
      return item
    }
    return undefined
  }

  /** Says whether it was still waiting. */
  remove(item: T): boolean {
    const queue = this.#queues.get(item.by)
    const at = queue?.indexOf(item) ?? -1
    if (queue === undefined || at < 0) return false
    queue.splice(at, 1)
    if (queue.length === 0) this.#queues.delete(item.by)
    return true
  }

  takeAll(): T[] {
    const all = [...this.#queues.values()].flat()
    this.#queues.clear()
    return all
  }
}
