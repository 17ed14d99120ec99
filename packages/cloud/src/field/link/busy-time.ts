import { at } from '@busbar/kit'

const slotMs = 1000
const slots = 60

/** How much of the time something was on its way: in all, and second by second for the last minute. */
export class BusyTime {
  readonly #busyMs = new Float32Array(slots)
  #onTheWay = 0
  #totalMs = 0
  /** Up to when the time is counted. */
  #countedTo: number

  constructor(now: number) {
    this.#countedTo = now
  }

  get totalMs(): number {
    return this.#totalMs
  }

  begin(now: number): void {
    this.#count(now)
    this.#onTheWay += 1
  }

  end(now: number): void {
    this.#count(now)
    this.#onTheWay -= 1
  }

  /** The share of the last `windowMs`, a minute at most; whole seconds are looked at. */
  share(windowMs: number, now: number): number {
    this.#count(now)
    const slotCount = Math.min(slots - 1, Math.max(1, Math.ceil(windowMs / slotMs)))
    const current = Math.floor(now / slotMs)
    let busyMs = 0
    for (let slot = current - slotCount; slot <= current; slot += 1) busyMs += at(this.#busyMs, slotIndex(slot))
    return Math.min(1, busyMs / (slotCount * slotMs + (now - current * slotMs)))
  }

  #count(now: number): void {
    if (this.#onTheWay > 0) this.#totalMs += now - this.#countedTo
    // What is older than a minute is not kept.
    let from = Math.max(this.#countedTo, now - slots * slotMs)
    while (from < now) {
      const slot = Math.floor(from / slotMs)
      const to = Math.min(now, (slot + 1) * slotMs)
      if (from === slot * slotMs || this.#countedTo < from) this.#busyMs[slotIndex(slot)] = 0
      if (this.#onTheWay > 0) this.#busyMs[slotIndex(slot)] = at(this.#busyMs, slotIndex(slot)) + to - from
      this.#countedTo = to
      from = to
    }
  }
}

const slotIndex = (slot: number): number => ((slot % slots) + slots) % slots
