import { randomUUID } from 'node:crypto'
import type { Transactions } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import { TrustedClock } from '../clock/trusted-clock.ts'
import type { Poll, RecordedPoll } from '../poll.ts'
import { Devices } from './devices.ts'
import { isDataFault, Losses, type LostOptions, LostStore, type RecorderLog } from './losses.ts'
import { PollQueue, type QueuedPoll, queuedPoll, rejectNonFinite } from './queue.ts'
import { type PendingWrite, WriteHealth } from './write-health.ts'
import { type InRecordingTx, Lane, Writer } from './writer.ts'

export interface RecorderOptions {
  db: Transactions
  clock: Clock
  now: () => Date
  log: RecorderLog
  /** What may wait in memory while the database is away. */
  bufferBytesMax: number
  flushReadings?: number
  flushMs?: number
  /** Joins the transaction that records polls. */
  inRecordingTx?: InRecordingTx
  /** What becomes of what could not be recorded. */
  lost?: LostOptions
  /** Polls whose time it does not believe are set aside. */
  trusted?: TrustedClock
  /** The longest wait for one lock in the database. */
  lockWaitMs?: number
  id?: string
}

export interface RecorderStatus {
  queuedPolls: number
  queuedBytes: number
  droppedPolls: number
  droppedReadings: number
  recordedReadings: number
  /** Of polls that were set aside, since the start. */
  asidePolls: number
  flushes: number
  lastFlushMs: number
  /** In milliseconds since 1970; null while all is well. */
  failingSince: number | null
  lastError: string | null
}

type Listener = (polls: readonly RecordedPoll[]) => void

/** What one transaction takes when we are behind. More would be no faster, and hold up others. */
const batchReadingsMax = 20_000
const restMinMs = 200
const restMaxMs = 5000
/** Nothing to look for in larger batches. */
const searchPollsMax = 4096
/** Less than its owner waits. */
const stopMs = 2_500
/** Beyond it there are no dates. */
const readOnMax = 8_640_000_000_000_000
const ageMs = 3_600_000

/** Records polls: what it tells its listeners is committed. */
export class Recorder {
  readonly #clock: Clock
  readonly #log: RecorderLog
  readonly #flushReadings: number
  readonly #flushMs: number
  readonly #bufferBytesMax: number
  readonly #inRecordingTx: InRecordingTx | undefined
  readonly #trusted: TrustedClock
  readonly #devices = new Devices()
  /** The first does all the work while it keeps up; the second helps out. */
  readonly #lanes: readonly [Lane, Lane]
  readonly #queue: PollQueue
  readonly #losses: Losses
  readonly #lostStore: LostStore
  readonly #health: WriteHealth
  readonly #listeners: Listener[] = []
  #state: 'new' | 'running' | 'stopping' | 'over' = 'new'
  /** Less while a poll is looked for that the database refuses. */
  #batchPollsMax = Infinity
  /** The next batch goes without what else is done in its transaction. */
  #isBare = false
  #isDue = false
  #cancelTimer: (() => void) | null = null
  readonly #rests = new Set<() => void>()
  #restMs = restMinMs
  #agedMs = 0
  #recordedReadings = 0
  #asidePolls = 0
  #flushes = 0
  #lastFlushMs = 0

  constructor(options: RecorderOptions) {
    this.#clock = options.clock
    this.#log = options.log
    this.#flushReadings = options.flushReadings ?? 2000
    this.#flushMs = options.flushMs ?? 250
    this.#bufferBytesMax = options.bufferBytesMax
    this.#inRecordingTx = options.inRecordingTx
    this.#trusted = options.trusted ?? new TrustedClock(options)
    const lane = (id: string): Lane =>
      new Lane(new Writer(options.db, options.now, id, this.#devices, options.lockWaitMs))
    this.#lanes = [lane(options.id ?? randomUUID()), lane(randomUUID())]
    this.#queue = new PollQueue(options.bufferBytesMax)
    this.#losses = new Losses(options.log)
    this.#lostStore = new LostStore(options)
    this.#health = new WriteHealth(options)
  }

  async start(): Promise<void> {
    await this.#lanes[0].writer.start()
    await this.#lostStore.start()
    this.#agedMs = this.#clock.now()
    this.#state = 'running'
    if (this.#queue.waiting > 0) this.#arm()
    this.#wake()
  }

  /** Records what it can in the time it has. */
  async stop(): Promise<void> {
    if (this.#state !== 'running') return
    this.#state = 'stopping'
    this.#isDue = true
    this.#wake()
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(stopMs, resolve)
      void this.#settled().then(() => {
        cancel()
        resolve()
      })
    })
    this.#state = 'over'
    for (const end of this.#rests) end()
    const unconfirmed = this.#lanes.flatMap((lane) => lane.unconfirmed ?? [])
    for (const lane of this.#lanes) if (lane.unconfirmed !== null) lane.end(null)
    this.#lose([...unconfirmed, ...this.#queue.take(Infinity, Infinity)])
  }

  /** When all that can be written is, and what waited for another lane too. */
  async #settled(): Promise<void> {
    for (let busy = this.#busy(); busy.length > 0; busy = this.#busy()) await Promise.all(busy)
  }

  #busy(): Promise<void>[] {
    return this.#lanes.flatMap(({ flushing }) => flushing ?? [])
  }

  record(poll: Poll): void {
    const { readOn } = poll
    if (!(Math.abs(readOn) <= readOnMax)) throw new RangeError(`No poll was read on ${readOn}`)
    const waiting = queuedPoll(rejectNonFinite(poll), this.#trusted.doubtOf(readOn))
    if (this.#state === 'over') return this.#noteStopped([waiting])
    this.#losses.add(this.#queue.push(waiting), 'OutageBufferFull')
    const { readings } = this.#queue
    if (readings < this.#flushReadings) return this.#arm()
    // A lane that found nothing to do looks again when as much has come.
    const hasComeMore = readings % this.#flushReadings < poll.values.length
    if (hasComeMore || this.#lanes[0].flushing === null) this.#wake()
  }

  /** The listener is called after the commit, with times as they were recorded. */
  onRecorded(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** When the oldest poll was read that is not known to be recorded; null: there is none. */
  get oldestOn(): number | null {
    const [one, other] = this.#lanes
    const times = [one.oldest, other.oldest, this.#queue.oldest].flatMap((waiting) => waiting?.poll.readOn ?? [])
    return times.length === 0 ? null : Math.min(...times)
  }

  status(): RecorderStatus {
    return {
      queuedPolls: this.#queue.size,
      queuedBytes: this.#queue.bytes,
      droppedPolls: this.#losses.polls,
      droppedReadings: this.#losses.readings,
      recordedReadings: this.#recordedReadings,
      asidePolls: this.#asidePolls,
      flushes: this.#flushes,
      lastFlushMs: this.#lastFlushMs,
      failingSince: this.#health.failingSince,
      lastError: this.#health.lastError,
    }
  }

  /** How long writes have failed or not finished, and what is wrong with the database, where that is known. */
  health(): { failingMs: number; why: string | null } {
    return this.#health.current()
  }

  /** These will not be recorded any more. */
  #lose(polls: readonly QueuedPoll[]): void {
    this.#queue.done(polls)
    this.#noteStopped(polls)
  }

  #noteStopped(polls: readonly QueuedPoll[]): void {
    this.#losses.add(polls, 'ServiceStopped')
    this.#losses.close()
    this.#lostStore.keep(this.#losses)
  }

  #arm(): void {
    if (this.#state !== 'running' || this.#lanes[0].flushing !== null || this.#cancelTimer !== null) return
    this.#cancelTimer = this.#clock.after(this.#flushMs, () => {
      this.#cancelTimer = null
      this.#isDue = true
      this.#wake()
    })
  }

  #wake(): void {
    if (this.#state !== 'running' && this.#state !== 'stopping') return
    for (const lane of this.#lanes) {
      const polls = lane.flushing === null ? this.#next(lane) : []
      if (polls.length === 0) continue
      if (lane === this.#lanes[0]) {
        this.#cancelTimer?.()
        this.#cancelTimer = null
      }
      lane.flushing = this.#flush(lane, polls).finally(() => {
        lane.flushing = null
        if (this.#queue.waiting > 0) this.#arm()
      })
    }
  }

  /** One batch after the other, as long as there is enough for one. */
  async #flush(lane: Lane, first: QueuedPoll[]): Promise<void> {
    const isFirst = lane === this.#lanes[0]
    for (let polls = first; polls.length > 0; polls = this.#next(lane)) {
      lane.begin(polls)
      if (isFirst) this.#isDue = false
      const pending = this.#health.begin()
      const isBare = this.#isBare
      try {
        const { lines, readings } = await lane.writer.write(polls, isBare ? undefined : this.#inRecordingTx)
        for (const { poll } of lines) if (poll.aside) this.#asidePolls += 1
        this.#lastFlushMs = this.#clock.now() - pending.beganMs
        lane.end(null)
        pending.end()
        this.#succeed(polls, readings)
        this.#notify(currentOf(lines.map(({ poll }) => poll)))
        if (isFirst) await this.#storeLosses()
      } catch (error) {
        lane.end(lane.writer.isUnsure ? polls : null)
        pending.end()
        await this.#fail(lane, polls, error, { isBare, pending })
      }
      // What had to wait for these devices may be the other's work.
      this.#wake()
    }
  }

  async #storeLosses(): Promise<void> {
    const pending = this.#health.begin()
    await this.#lostStore.store(this.#losses)
    pending.end()
  }

  /** What the lane is to do next: nothing where there is not enough for a batch. */
  #next(lane: Lane): QueuedPoll[] {
    if (this.#state === 'over' || !this.#isWanted(lane)) return []
    if (lane.unconfirmed !== null) return lane.unconfirmed
    const [first, second] = this.#lanes
    const other = lane === first ? second : first
    if (other.oldest === undefined) return this.#queue.take(this.#batchPollsMax, batchReadingsMax)
    const readingsMin = lane === first ? 0 : this.#flushReadings
    const isBusy = (deviceId: number): boolean => other.hasDevice(deviceId)
    return this.#queue.takeIdle(isBusy, this.#batchPollsMax, readingsMin, batchReadingsMax)
  }

  /** The second is only while all is well: what is the matter with the database, or with a poll, is found out one batch after the other. */
  #isWanted(lane: Lane): boolean {
    const [first] = this.#lanes
    const { waiting, readings } = this.#queue
    const isEnough = readings >= this.#flushReadings
    if (lane.unconfirmed !== null) return true
    if (lane === first) return waiting > 0 && (isEnough || this.#isUrgent)
    return isEnough && first.flushing !== null && this.#health.failingSince === null && !this.#isUrgent && !this.#isBare
  }

  get #isUrgent(): boolean {
    return this.#isDue || this.#state === 'stopping' || this.#batchPollsMax < Infinity
  }

  #succeed(polls: readonly QueuedPoll[], readings: number): void {
    this.#queue.done(polls)
    this.#flushes += 1
    this.#recordedReadings += readings
    this.#isBare = false
    this.#batchPollsMax = this.#batchPollsMax >= searchPollsMax ? Infinity : this.#batchPollsMax * 2
    this.#restMs = restMinMs
    this.#health.succeed()
    if (this.#queue.bytes < this.#bufferBytesMax / 2) this.#losses.close()
    if (this.#clock.now() - this.#agedMs < ageMs) return
    this.#agedMs = this.#clock.now()
    this.#devices.age()
  }

  #notify(polls: readonly RecordedPoll[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(polls)
      } catch (err) {
        this.#log.error({ err }, 'a listener failed to take readings')
      }
    }
  }

  async #fail(
    lane: Lane,
    polls: QueuedPoll[],
    error: unknown,
    { isBare, pending }: { isBare: boolean; pending: PendingWrite },
  ): Promise<void> {
    this.#health.noteError(error)
    if (this.#state === 'over') {
      lane.end(null)
      return this.#lose(polls)
    }
    if (lane.unconfirmed === null && isDataFault(error)) return this.#search(polls, error, isBare)
    if (lane.unconfirmed === null) this.#queue.putBack(polls)
    this.#health.fail(error, pending)
    await this.#rest()
  }

  /** Narrows down which poll is to blame. That one is recorded without its rules if they are the reason, and else left out. */
  #search(polls: QueuedPoll[], error: unknown, isBare: boolean): void {
    const [only] = polls
    if (only !== undefined && polls.length === 1 && (isBare || this.#inRecordingTx === undefined)) {
      this.#queue.done(polls)
      this.#losses.refuse(only, error)
      this.#isBare = false
      return
    }
    if (polls.length === 1) {
      this.#log.error({ err: error, deviceId: only?.poll.deviceId }, 'a poll is recorded without what goes with it')
      this.#isBare = true
    }
    this.#batchPollsMax = Math.ceil(polls.length / 2)
    this.#queue.putBack(polls)
  }

  async #rest(): Promise<void> {
    this.#isDue = true
    const restMs = this.#restMs
    this.#restMs = Math.min(restMs * 2, restMaxMs)
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#clock.after(restMs, resolve)
    this.#rests.add(resolve)
    await promise
    cancel()
    this.#rests.delete(resolve)
  }
}

/** Nearly always all. */
const currentOf = (polls: readonly RecordedPoll[]): readonly RecordedPoll[] =>
  polls.some(({ isLate }) => isLate === true) ? polls.filter(({ isLate }) => isLate !== true) : polls
