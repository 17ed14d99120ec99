import type { QueuedPoll } from './queue.ts'
import type { Writer } from './writer.ts'

/** Writes one batch after the other. Devices of a running batch are not in another lane's batch. */
export class Lane {
  readonly writer: Writer
  /** Polls whose outcome is unknown; they are sent again unchanged. */
  unconfirmed: QueuedPoll[] | null = null
  flushing: Promise<void> | null = null
  #underWay: readonly QueuedPoll[] = []
  #devices: ReadonlySet<number> = new Set()

  constructor(writer: Writer) {
    this.writer = writer
  }

  /** Returns whether a running or unconfirmed poll is from this device. */
  hasDevice(deviceId: number): boolean {
    return this.#devices.has(deviceId)
  }

  begin(polls: readonly QueuedPoll[]): void {
    this.unconfirmed = null
    this.#underWay = polls
    this.#devices = new Set(polls.map(({ poll }) => poll.deviceId))
  }

  /** Unconfirmed polls stay in this lane. */
  end(unconfirmed: QueuedPoll[] | null): void {
    this.unconfirmed = unconfirmed
    this.#underWay = unconfirmed ?? []
    if (unconfirmed === null) this.#devices = new Set()
  }

  /** The oldest running or unconfirmed poll. */
  get oldest(): QueuedPoll | undefined {
    return this.#underWay[0]
  }
}

/** The first lane does all the work while it keeps up; the second one helps out. */
export class Lanes {
  readonly first: Lane
  readonly #second: Lane

  constructor(first: Writer, second: Writer) {
    this.first = new Lane(first)
    this.#second = new Lane(second)
  }

  get all(): readonly [Lane, Lane] {
    return [this.first, this.#second]
  }

  otherThan(lane: Lane): Lane {
    return lane === this.first ? this.#second : this.first
  }

  /** Resolves when neither lane is flushing. */
  async settled(): Promise<void> {
    const busy = this.all.flatMap(({ flushing }) => flushing ?? [])
    if (busy.length === 0) return
    await Promise.all(busy)
    await this.settled()
  }

  /** Ends both lanes and returns the polls whose outcome is unknown. */
  end(): QueuedPoll[] {
    const unconfirmed = this.all.flatMap((lane) => lane.unconfirmed ?? [])
    for (const lane of this.all) if (lane.unconfirmed !== null) lane.end(null)
    return unconfirmed
  }

  /** The oldest running or unconfirmed poll of each lane. */
  get oldest(): QueuedPoll[] {
    return this.all.flatMap((lane) => lane.oldest ?? [])
  }
}
