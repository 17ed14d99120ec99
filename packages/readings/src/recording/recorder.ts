import { randomUUID } from 'node:crypto'
import type { Transactions } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import { TrustedClock } from '../clock/trusted-clock.ts'
import type { Poll, RecordedPoll } from '../poll.ts'
import { Devices } from './devices.ts'
import { type Lane, Lanes } from './lanes.ts'
import { isDataFault, Losses, type LostOptions, LostStore, type RecorderLog } from './losses.ts'
import { PollQueue, type QueuedPoll, queuedPoll, validPoll } from './queue.ts'
import { RecorderCounts, type RecorderStatus } from './recorder-status.ts'
import { Recovery } from './recovery.ts'
import { type PendingWrite, WriteHealth } from './write-health.ts'
import { type InRecordingTx, Writer } from './writer.ts'

export interface RecorderOptions {
  db: Transactions
  clock: Clock
  now: () => Date
  log: RecorderLog
  /** Limit of queued polls in memory while the database is unavailable. */
  bufferBytesMax: number
  flushReadings?: number
  flushMs?: number
  inRecordingTx?: InRecordingTx
  lost?: LostOptions
  /** Polls with an implausible time are quarantined. */
  trusted?: TrustedClock
  /** Longest wait for a lock in the database. */
  lockWaitMs?: number
  id?: string
}

type Listener = (polls: readonly RecordedPoll[]) => void

/** Readings of one transaction during a backlog. Larger ones would not be faster and would block others. */
const batchReadingsMax = 20_000
/** Must be shorter than the supervisor's shutdown timeout. */
const stopMs = 2_500

/** Records polls. Listeners receive only committed polls. */
export class Recorder {
  readonly #clock: Clock
  readonly #log: RecorderLog
  readonly #flushReadings: number
  readonly #flushMs: number
  readonly #bufferBytesMax: number
  readonly #inRecordingTx: InRecordingTx | undefined
  readonly #trusted: TrustedClock
  readonly #devices = new Devices()
  readonly #lanes: Lanes
  readonly #queue: PollQueue
  readonly #losses: Losses
  readonly #lostStore: LostStore
  readonly #health: WriteHealth
  readonly #listeners: Listener[] = []
  #state: 'new' | 'running' | 'stopping' | 'over' = 'new'
  readonly #recovery: Recovery
  readonly #counts = new RecorderCounts()
  #isDue = false
  #cancelTimer: (() => void) | null = null

  constructor(options: RecorderOptions) {
    this.#clock = options.clock
    this.#log = options.log
    this.#flushReadings = options.flushReadings ?? 2000
    this.#flushMs = options.flushMs ?? 250
    this.#bufferBytesMax = options.bufferBytesMax
    this.#inRecordingTx = options.inRecordingTx
    this.#trusted = options.trusted ?? new TrustedClock(options)
    const writer = (id: string): Writer => new Writer(options.db, options.now, id, this.#devices, options.lockWaitMs)
    this.#lanes = new Lanes(writer(options.id ?? randomUUID()), writer(randomUUID()))
    this.#queue = new PollQueue(options.bufferBytesMax)
    this.#losses = new Losses(options.log)
    this.#lostStore = new LostStore(options)
    this.#health = new WriteHealth(options)
    this.#recovery = new Recovery(options.clock)
  }

  async start(): Promise<void> {
    await this.#lanes.first.writer.start()
    await this.#lostStore.start()
    this.#devices.age(this.#clock.now())
    this.#state = 'running'
    if (this.#queue.waiting > 0) this.#arm()
    this.#wake()
  }

  /** Records as much as possible within the time limit. */
  async stop(): Promise<void> {
    if (this.#state !== 'running') return
    this.#state = 'stopping'
    this.#isDue = true
    this.#wake()
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(stopMs, resolve)
      void this.#lanes.settled().then(() => {
        cancel()
        resolve()
      })
    })
    this.#state = 'over'
    this.#recovery.end()
    this.#lose([...this.#lanes.end(), ...this.#queue.take(Infinity, Infinity)])
  }

  record(poll: Poll): void {
    const waiting = queuedPoll(validPoll(poll), this.#trusted.doubtOf(poll.readOn))
    if (this.#state === 'over') return this.#noteStopped([waiting])
    this.#losses.add(this.#queue.push(waiting), 'OutageBufferFull')
    const { readings } = this.#queue
    if (readings < this.#flushReadings) return this.#arm()
    // An idle lane checks again when another batch has arrived.
    const hasComeMore = readings % this.#flushReadings < poll.values.length
    if (hasComeMore || this.#lanes.first.flushing === null) this.#wake()
  }

  /** Calls the listener after the commit, with the recorded times. */
  onRecorded(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** Time of the oldest poll that is not known to be recorded; null for none. */
  get oldestOn(): number | null {
    const times = [...this.#lanes.oldest, this.#queue.oldest].flatMap((waiting) => waiting?.poll.readOn ?? [])
    return times.length === 0 ? null : Math.min(...times)
  }

  status(): RecorderStatus {
    return this.#counts.status(this.#queue, this.#losses, this.#health)
  }

  /** Returns how long writes have been failing or pending, and the database's problem if known. */
  health(): { failingMs: number; why: string | null } {
    return this.#health.current()
  }

  /** Drops polls that will not be recorded. */
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
    if (this.#state !== 'running' || this.#lanes.first.flushing !== null || this.#cancelTimer !== null) return
    this.#cancelTimer = this.#clock.after(this.#flushMs, () => {
      this.#cancelTimer = null
      this.#isDue = true
      this.#wake()
    })
  }

  #wake(): void {
    if (this.#state !== 'running' && this.#state !== 'stopping') return
    for (const lane of this.#lanes.all) {
      const polls = lane.flushing === null ? this.#next(lane) : []
      if (polls.length === 0) continue
      if (lane === this.#lanes.first) {
        this.#cancelTimer?.()
        this.#cancelTimer = null
      }
      lane.flushing = this.#flush(lane, polls).finally(() => {
        lane.flushing = null
        if (this.#queue.waiting > 0) this.#arm()
      })
    }
  }

  /** Writes batches as long as there are enough readings for one. */
  async #flush(lane: Lane, first: QueuedPoll[]): Promise<void> {
    const isFirst = lane === this.#lanes.first
    for (let polls = first; polls.length > 0; polls = this.#next(lane)) {
      lane.begin(polls)
      if (isFirst) this.#isDue = false
      const pending = this.#health.begin()
      const isBare = this.#recovery.isBare
      try {
        const { lines, readings } = await lane.writer.write(polls, isBare ? undefined : this.#inRecordingTx)
        for (const { poll } of lines) if (poll.aside) this.#counts.asidePolls += 1
        this.#counts.lastFlushMs = this.#clock.now() - pending.beganMs
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
      // Polls that waited for these devices may now suit the other lane.
      this.#wake()
    }
  }

  async #storeLosses(): Promise<void> {
    const pending = this.#health.begin()
    await this.#lostStore.store(this.#losses)
    pending.end()
  }

  /** Returns the lane's next batch; empty if there are not enough readings. */
  #next(lane: Lane): QueuedPoll[] {
    if (this.#state === 'over' || !this.#isWanted(lane)) return []
    if (lane.unconfirmed !== null) return lane.unconfirmed
    const other = this.#lanes.otherThan(lane)
    if (other.oldest === undefined) return this.#queue.take(this.#recovery.batchPollsMax, batchReadingsMax)
    const readingsMin = lane === this.#lanes.first ? 0 : this.#flushReadings
    const isBusy = (deviceId: number): boolean => other.hasDevice(deviceId)
    return this.#queue.takeIdle(isBusy, this.#recovery.batchPollsMax, readingsMin, batchReadingsMax)
  }

  /** The second lane works only while writes succeed: problems are analysed one batch after the other. */
  #isWanted(lane: Lane): boolean {
    const { first } = this.#lanes
    const { waiting, readings } = this.#queue
    const isEnough = readings >= this.#flushReadings
    if (lane.unconfirmed !== null) return true
    if (lane === first) return waiting > 0 && (isEnough || this.#isUrgent)
    return (
      isEnough &&
      first.flushing !== null &&
      this.#health.failingSince === null &&
      !this.#isUrgent &&
      !this.#recovery.isBare
    )
  }

  get #isUrgent(): boolean {
    return this.#isDue || this.#state === 'stopping' || this.#recovery.isSearching
  }

  #succeed(polls: readonly QueuedPoll[], readings: number): void {
    this.#queue.done(polls)
    this.#counts.flushes += 1
    this.#counts.recordedReadings += readings
    this.#recovery.succeed()
    this.#health.succeed()
    if (this.#queue.bytes < this.#bufferBytesMax / 2) this.#losses.close()
    this.#devices.age(this.#clock.now())
  }

  #notify(polls: readonly RecordedPoll[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(polls)
      } catch (err) {
        this.#log.error({ err }, 'a listener of readings failed')
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
    this.#isDue = true
    await this.#recovery.rest()
  }

  /** Narrows down the refused poll and records it without the additional work, or drops it if it still fails. */
  #search(polls: QueuedPoll[], error: unknown, isBare: boolean): void {
    const [only] = polls
    if (only !== undefined && polls.length === 1 && (isBare || this.#inRecordingTx === undefined)) {
      this.#queue.done(polls)
      this.#losses.refuse(only, error)
      this.#recovery.isBare = false
      return
    }
    if (polls.length === 1) {
      this.#log.error(
        { err: error, deviceId: only?.poll.deviceId },
        'a poll is recorded without the work that joins its transaction',
      )
      this.#recovery.isBare = true
    }
    this.#recovery.batchPollsMax = Math.ceil(polls.length / 2)
    this.#queue.putBack(polls)
  }
}

/** Filters out late polls; usually none. */
const currentOf = (polls: readonly RecordedPoll[]): readonly RecordedPoll[] =>
  polls.some(({ isLate }) => isLate === true) ? polls.filter(({ isLate }) => isLate !== true) : polls
