/** An event before it gets its number. */
export interface NamedEvent {
  name: string
  data: object
}

interface BufferedEvent {
  seq: number
  atMs: number
  bytes: Buffer
}

/** An encoded event. */
export const encoded = (id: string, { name, data }: NamedEvent): Buffer =>
  Buffer.from(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

export interface RingLimits {
  events: number
  bytes: number
  ageMs: number
}

/** The last events of a room, each encoded once for all listeners, so that reconnecting clients catch up. */
export class Ring {
  readonly #boot: string
  readonly #limits: RingLimits
  #events: BufferedEvent[] = []
  /** Number of entries at the front of `#events` that have been dropped. */
  #droppedCount = 0
  #bytes = 0
  #seq = 0

  /** `boot` distinguishes this ring from earlier and later ones. */
  constructor(boot: string, limits: RingLimits) {
    this.#boot = boot
    this.#limits = limits
  }

  /** The id of the latest event. */
  get lastId(): string {
    return `${this.#boot}-${this.#seq}`
  }

  get size(): number {
    return this.#events.length - this.#droppedCount
  }

  /** Numbers, stores and encodes an event. */
  add(event: NamedEvent, nowMs: number): Buffer {
    this.#seq += 1
    const bytes = encoded(this.lastId, event)
    this.#events.push({ seq: this.#seq, atMs: nowMs, bytes })
    this.#bytes += bytes.length
    this.forgetOld(nowMs)
    return bytes
  }

  /** Returns the events after an ID; null if they are no longer stored or the ID is foreign. */
  after(id: string): Buffer[] | null {
    const [, boot, digits] = /^([^-]+)-(\d{1,15})$/.exec(id) ?? []
    const seq = Number(digits)
    const oldest = this.#seq - this.size
    if (boot !== this.#boot || seq > this.#seq || seq < oldest) return null
    return this.#events.slice(this.#droppedCount + seq - oldest).map(({ bytes }) => bytes)
  }

  forgetOld(nowMs: number): void {
    const { events, bytes, ageMs } = this.#limits
    for (let first = this.#events[this.#droppedCount]; first !== undefined; first = this.#events[this.#droppedCount]) {
      if (this.size <= events && this.#bytes <= bytes && nowMs - first.atMs <= ageMs) break
      this.#bytes -= first.bytes.length
      this.#droppedCount += 1
    }
    if (this.#droppedCount * 2 <= this.#events.length) return
    this.#events = this.#events.slice(this.#droppedCount)
    this.#droppedCount = 0
  }
}
