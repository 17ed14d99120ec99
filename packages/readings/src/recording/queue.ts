import type { ClockDoubt } from '../clock/trusted-clock.ts'
import type { Poll } from '../poll.ts'

/** A queued poll. */
export interface QueuedPoll {
  readonly poll: Poll
  /** Number of values and texts. */
  readonly readings: number
  readonly bytes: number
  /** Reason for quarantine; null for none. */
  readonly aside: ClockDoubt | null
}

/** Measured sizes: an object with its arrays, a boxed number, a map entry. */
const pollBytes = 250
const valueBytes = 24
const entryBytes = 120
const sweepMin = 1000
/** Limit of skipped polls of busy devices. */
const scannedMax = 4096

/** Estimates the memory of a poll, rather too high than too low. */
export const queuedPoll = (poll: Poll, aside: ClockDoubt | null): QueuedPoll => {
  const { values, texts, errors } = poll
  let readings = 0
  for (const value of values) if (value !== null) readings += 1
  let bytes = pollBytes + valueBytes * values.length
  for (const [place, text] of texts ?? []) {
    if ((values[place] ?? null) === null) readings += 1
    bytes += entryBytes + 2 * text.length
  }
  if (typeof errors === 'object') for (const reason of errors?.values() ?? []) bytes += entryBytes + 2 * reason.length
  return { poll, readings, bytes, aside }
}

/** Queue of polls that wait for the database, oldest first, with limited memory. */
export class PollQueue {
  readonly #bytesMax: number
  #items: (QueuedPoll | undefined)[] = []
  #head = 0
  #size = 0
  #bytes = 0
  #readings = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Number of polls that are not done. */
  get size(): number {
    return this.#size
  }

  /** Number of polls that were not taken. */
  get waiting(): number {
    return this.#items.length - this.#head
  }

  /** The oldest poll that was not taken. */
  get oldest(): QueuedPoll | undefined {
    return this.#items[this.#head]
  }

  /** Bytes of all polls that are not done. */
  get bytes(): number {
    return this.#bytes
  }

  /** Readings of polls that were not taken. */
  get readings(): number {
    return this.#readings
  }

  /** Adds a poll. The oldest waiting polls are dropped to make room, if necessary the new one itself, and returned. */
  push(item: QueuedPoll): QueuedPoll[] {
    this.#items.push(item)
    this.#readings += item.poll.values.length
    this.#count(item, 1)
    const dropped: QueuedPoll[] = []
    while (this.#bytes > this.#bytesMax) {
      const oldest = this.#shift()
      if (oldest === undefined) break
      this.#count(oldest, -1)
      dropped.push(oldest)
    }
    return dropped
  }

  /** Takes the oldest polls up to these limits, and at least one. They count until they are `done`. */
  take(pollsMax: number, readingsMax: number): QueuedPoll[] {
    const taken: QueuedPoll[] = []
    for (let readings = 0; taken.length < pollsMax; ) {
      const next = this.#items[this.#head]
      if (next === undefined) break
      readings += next.poll.values.length
      if (taken.length > 0 && readings > readingsMax) break
      taken.push(next)
      this.#shift()
    }
    return taken
  }

  /**
   * Takes polls of idle devices; others keep their position. The search is limited; nothing is taken if it finds too
   * few readings.
   */
  takeIdle(
    isBusy: (deviceId: number) => boolean,
    pollsMax: number,
    readingsMin: number,
    readingsMax: number,
  ): QueuedPoll[] {
    const taken: QueuedPoll[] = []
    const skipped: QueuedPoll[] = []
    let readings = 0
    for (let at = this.#head; at < this.#items.length && skipped.length < scannedMax && taken.length < pollsMax; at++) {
      const next = this.#items[at]
      if (next === undefined) break
      const { deviceId, values } = next.poll
      if (isBusy(deviceId)) {
        skipped.push(next)
        continue
      }
      if (taken.length > 0 && readings + values.length > readingsMax) break
      readings += values.length
      taken.push(next)
    }
    if (taken.length === 0 || readings < readingsMin) return []
    for (let i = 0; i < taken.length + skipped.length; i++) this.#shift()
    if (skipped.length > 0) this.putBack(skipped)
    return taken
  }

  done(items: readonly QueuedPoll[]): void {
    for (const item of items) this.#count(item, -1)
  }

  /** Returns polls to the front of the queue. */
  putBack(items: readonly QueuedPoll[]): void {
    this.#items = [...items, ...this.#items.slice(this.#head)]
    this.#head = 0
    for (const { poll } of items) this.#readings += poll.values.length
  }

  #shift(): QueuedPoll | undefined {
    const item = this.#items[this.#head]
    if (item === undefined) return undefined
    this.#items[this.#head] = undefined
    this.#head += 1
    this.#readings -= item.poll.values.length
    if (this.#head > sweepMin && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }

  #count({ bytes }: QueuedPoll, sign: 1 | -1): void {
    this.#bytes += sign * bytes
    this.#size += sign
  }
}

/** The last time that a `Date` can represent. */
const readOnMax = 8_640_000_000_000_000

/** Turns NaN and infinite values into gaps with that reason. Throws if the poll's time is invalid. */
export const validPoll = (poll: Poll): Poll => {
  if (!(Math.abs(poll.readOn) <= readOnMax)) throw new RangeError(`invalid time of a poll: ${poll.readOn}`)
  const { values, errors } = poll
  if (values.every((value) => value === null || Number.isFinite(value))) return poll
  const reasons = new Map<number, string>()
  if (typeof errors === 'string') values.forEach((value, i) => void (value === null && reasons.set(i, errors)))
  else for (const [i, reason] of errors ?? []) reasons.set(i, reason)
  const sound = values.map((value, i) => {
    if (value === null || Number.isFinite(value)) return value
    reasons.set(i, Number.isNaN(value) ? 'not-a-number' : 'infinite')
    return null
  })
  return { ...poll, values: sound, errors: reasons }
}
