import type { QueuedPoll } from './queue.ts'
import type { Writer } from './writer.ts'

/** One batch after the other. What another lane has under way is of other devices. */
export class Lane {
  readonly writer: Writer
  /** Polls whose outcome is not known, to be sent again as they are. */
  unconfirmed: QueuedPoll[] | null = null
  flushing: Promise<void> | null = null
  #underWay: readonly QueuedPoll[] = []
  #devices: ReadonlySet<number> = new Set()

  constructor(writer: Writer) {
    this.writer = writer
  }

  /** Of polls that are under way or unconfirmed. */
  hasDevice(deviceId: number): boolean {
    return this.#devices.has(deviceId)
  }

  begin(polls: readonly QueuedPoll[]): void {
    this.unconfirmed = null
    this.#underWay = polls
    this.#devices = new Set(polls.map(({ poll }) => poll.deviceId))
  }

  /** Those that are unconfirmed stay this lane's. */
  end(unconfirmed: QueuedPoll[] | null): void {
    this.unconfirmed = unconfirmed
    this.#underWay = unconfirmed ?? []
    if (unconfirmed === null) this.#devices = new Set()
  }

  /** The oldest poll that is under way or unconfirmed. */
  get oldest(): QueuedPoll | undefined {
    return this.#underWay[0]
  }
}
