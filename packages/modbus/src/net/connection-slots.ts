import { sourceOf } from './source.ts'

/** A connection that has a slot. */
interface SlotOwner {
  /** Since when it does nothing, by the seats' clock; null while it must stay. Without it, it always must. */
  idleSince?(): number | null
  /** Its seat is given away. */
  leave(): void
}

interface ConnectionSlot {
  /** Gives it back; more than once does no harm. */
  free(): void
  /** From now on it counts in the total alone: its peer has proven who it is. */
  countInTotalOnly(): void
}

interface SlotOptions {
  max: number
  perSourceMax: number
  /** Milliseconds that only grow. */
  now: () => number
  /** A connection that was idle for this long is closed for a new one. */
  idleMsMin?: number
  /** Behind some addresses there are many, a proxy's say: they count in all alone. */
  isShared?: (address: string) => boolean
  /** Once a minute at most: a connection found no slot, and so many did since the last call. */
  onFull?: (facts: { seats: number; source: string; refused: number }) => void
}

interface TakenSlot {
  owner: SlotOwner
  /** Null where it counts in all alone. */
  source: string | null
}

const quietMs = 60_000

/** Slots for connections: so many in all, and so many for each source. */
export class ConnectionSlots {
  readonly #options: SlotOptions
  /** In the order they came. */
  readonly #taken = new Set<TakenSlot>()
  readonly #perSource = new Map<string, number>()
  #refusedSince = 0
  #reportedAt = Number.NEGATIVE_INFINITY
  refused = 0

  constructor(options: SlotOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#taken.size
  }

  /** Null when there is none, and no connection is idle enough to make room. */
  take(address: string, owner: SlotOwner): ConnectionSlot | null {
    const { max, perSourceMax, isShared } = this.#options
    const source = isShared?.(address) ? null : sourceOf(address)
    if (source !== null && (this.#perSource.get(source) ?? 0) >= perSourceMax && !this.#makeRoom(source)) {
      return this.#refuse(source)
    }
    if (this.#taken.size >= max && !this.#makeRoom(null)) return this.#refuse(address)
    const taken: TakenSlot = { owner, source }
    this.#taken.add(taken)
    if (source !== null) this.#count(source, 1)
    return { free: () => this.#free(taken), countInTotalOnly: () => this.#countInTotalOnly(taken) }
  }

  /** Sends the one away that was idle longest, of a source or of all. */
  #makeRoom(source: string | null): boolean {
    const { now, idleMsMin = Number.POSITIVE_INFINITY } = this.#options
    let longest: TakenSlot | null = null
    let since = now() - idleMsMin
    if (since === Number.NEGATIVE_INFINITY) return false
    for (const one of this.#taken) {
      if (source !== null && one.source !== source) continue
      const idleSince = one.owner.idleSince?.() ?? Number.POSITIVE_INFINITY
      // The first of equals came first.
      if (longest === null ? idleSince > since : idleSince >= since) continue
      longest = one
      since = idleSince
    }
    if (longest === null) return false
    this.#free(longest)
    longest.owner.leave()
    return true
  }

  #refuse(source: string): null {
    const { now, onFull } = this.#options
    this.refused += 1
    this.#refusedSince += 1
    if (now() - this.#reportedAt < quietMs) return null
    this.#reportedAt = now()
    onFull?.({ seats: this.#taken.size, source, refused: this.#refusedSince })
    this.#refusedSince = 0
    return null
  }

  #free(taken: TakenSlot): void {
    if (!this.#taken.delete(taken)) return
    this.#countInTotalOnly(taken)
  }

  #countInTotalOnly(taken: TakenSlot): void {
    if (taken.source !== null) this.#count(taken.source, -1)
    taken.source = null
  }

  #count(source: string, by: number): void {
    const count = (this.#perSource.get(source) ?? 0) + by
    if (count === 0) this.#perSource.delete(source)
    else this.#perSource.set(source, count)
  }
}
