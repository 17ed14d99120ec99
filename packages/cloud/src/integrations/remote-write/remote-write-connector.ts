import { at, type Clock, exponentialBackOff } from '@busbar/kit'
import type { History, Poll } from '@busbar/readings'
import { type ConnectorState, idleState, messageOf, noteConnected, type RunningConnector } from '../connector.ts'
import type { DevicePositions } from '../connectors.sql.ts'
import type { ConnectedDevice } from '../directory.sql.ts'
import { isChosen } from '../filters.ts'
import type { Series } from '../prometheus/series.ts'
import { halved, isOneMoment, samplesIn, seriesOfPolls } from './batch.rules.ts'
import { hourMs, type MissedSeries, missedStretches } from './missed-series.ts'
import { type ReceiverOptions, sendSeries } from './send.ts'

export interface RemoteWriteOptions extends ReceiverOptions {
  clock: Clock
  now: () => Date
  random: () => number
  history: Pick<History, 'allRaw'>
  /** Devices of the organization as they are now. */
  devices: () => Promise<ReadonlyMap<number, ConnectedDevice>>
  /** Up to when each device is recorded now. */
  recorded: () => Promise<ReadonlyMap<number, number>>
  /** How far each device had arrived when it was last kept; null where nothing was sent yet. */
  positions: DevicePositions | null
  storePositions: (positions: DevicePositions) => Promise<void>
  log: { info(details: object, message: string): void }
}

const batchSamplesMax = 2000
const gatherMs = 1000
/** More do not wait in memory: they are read from the database when their turn comes. */
const waitingSamplesMax = 50_000
const firstWaitMs = 1000
const waitMsMax = 60_000
const retryAfterMsMax = 600_000
/** How far it has come is kept so often: what is sent again after a kill is refused, and has to be found. With many devices it is more to write. */
const positionMs = { least: 1000, ofDevice: 1, most: 10_000 }
const directoryMs = 60_000
/** To find the bad samples of a batch: after so many requests in a row that are refused the rest is dropped; after fewer where nothing was taken lately. */
const refusalsMax = { usual: 256, atNothing: 32 }

/** Hands what one organization records over to what takes Prometheus' remote-write; what was missed comes from the database. */
export class RemoteWriteConnector implements RunningConnector {
  readonly #options: RemoteWriteOptions
  readonly #state = idleState()
  /** Up to when everything of a device has arrived. */
  readonly #positions: Map<number, number>
  #devices: ReadonlyMap<number, ConnectedDevice> = new Map()
  #devicesAtMs = -Infinity
  #queue: Poll[] = []
  #queuedSamples = 0
  /** More was recorded than waits here. */
  #isBehind: boolean
  /** Devices that have missed polls. */
  readonly #behindIds = new Set<number>()
  #isStopped = false
  #storedAtMs = 0
  #isStored = true
  #failures = 0
  /** True once the start of the first span is known. */
  #isBegun: boolean
  #startedOn = 0
  /** True if the receiver accepted part of the last batch. */
  #isTaken = true
  /** Reason for the last dropped samples, shown for an hour. */
  #refusal: { reason: string | null; atMs: number } = { reason: null, atMs: -Infinity }
  #running: Promise<void> = Promise.resolve()
  #wake: () => void = () => {}
  #cancelWait: () => void = () => {}

  constructor(options: RemoteWriteOptions) {
    this.#options = options
    this.#isBehind = options.positions !== null
    this.#isBegun = options.positions !== null
    this.#positions = new Map(Object.entries(options.positions ?? {}).map(([id, time]) => [Number(id), time]))
  }

  start(): void {
    this.#startedOn = this.#options.now().getTime()
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wake()
    this.#cancelWait()
    await this.#running
    await this.#storePositions()
  }

  state(): ConnectorState {
    const { reason, atMs } = this.#refusal
    const isFresh = this.#options.clock.now() - atMs < hourMs
    return { ...this.#state, lastError: this.#state.lastError ?? (isFresh ? reason : null) }
  }

  /** Queues a recorded poll. */
  readings(poll: Poll): void {
    if (this.#isBehind) return
    this.#queue.push(poll)
    this.#queuedSamples += poll.params.length
    if (this.#queuedSamples > waitingSamplesMax) this.#fallBehind()
    this.#wake()
  }

  connection(): void {}

  alert(): void {}

  missed(deviceId: number | null): void {
    if (deviceId === null) this.#fallBehind()
    else this.#behindIds.add(deviceId)
    this.#wake()
  }

  #fallBehind(): void {
    this.#queue = []
    this.#queuedSamples = 0
    this.#isBehind = true
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        if (!this.#isBegun) await this.#begin()
        if (this.#isBehind || this.#behindIds.size > 0) await this.#catchUp()
        else if (this.#queue.length === 0) await this.#untilWoken()
        else await this.#sendWaiting()
        const { least, ofDevice, most } = positionMs
        const storeEveryMs = Math.min(most, Math.max(least, ofDevice * this.#positions.size))
        if (this.#options.clock.now() - this.#storedAtMs >= storeEveryMs) await this.#storePositions()
      } catch (error) {
        // The database is away: what waits here may be dropped, for it is read there later.
        this.#state.lastError = messageOf(error)
        this.#fallBehind()
        await this.#wait(waitMsMax / 10)
      }
    }
  }

  /** A new one sends what is read from its start on. That is kept before anything is sent, so that the node that takes it over knows. */
  async #begin(): Promise<void> {
    this.#devices = await this.#options.devices()
    for (const id of this.#devices.keys()) this.#advance(id, this.#startedOn - 1)
    await this.#storePositions()
    this.#isBegun = true
  }

  async #sendWaiting(): Promise<void> {
    if (this.#queuedSamples < batchSamplesMax) await this.#wait(gatherMs)
    // Missed polls go first, because a receiver refuses samples older than its newest.
    if (this.#isBehind || this.#behindIds.size > 0) return
    const polls = this.#takePolls()
    await this.#refreshDevices(polls)
    const { labels, devices } = this.#options.connector.settings
    const selected = polls.filter(({ deviceId, readOn }) => {
      const device = this.#devices.get(deviceId)
      return device !== undefined && isChosen(devices, device) && readOn > (this.#positions.get(deviceId) ?? 0)
    })
    if (!(await this.#deliver(seriesOfPolls(selected, this.#devices, this.#labels(labels))))) return
    for (const { deviceId, readOn } of selected) this.#advance(deviceId, readOn)
  }

  /** As many as a batch holds, and at least one. */
  #takePolls(): Poll[] {
    let samples = 0
    let count = 0
    for (const { params } of this.#queue) {
      if (count > 0 && samples + params.length > batchSamplesMax) break
      samples += params.length
      count += 1
    }
    this.#queuedSamples -= samples
    return this.#queue.splice(0, count)
  }

  /** Devices change seldom; one that is new is looked up at once. */
  async #refreshDevices(polls: readonly Poll[]): Promise<void> {
    const age = this.#options.clock.now() - this.#devicesAtMs
    const isNew = polls.some(({ deviceId }) => !this.#devices.has(deviceId))
    if (age < (isNew ? gatherMs : directoryMs)) return
    this.#devices = await this.#options.devices()
    this.#devicesAtMs = this.#options.clock.now()
  }

  /** From the database, what is not there yet; what is recorded from now on waits here again. */
  async #catchUp(): Promise<void> {
    const behindIds = this.#isBehind ? null : new Set(this.#behindIds)
    this.#isBehind = false
    this.#behindIds.clear()
    this.#devices = await this.#options.devices()
    this.#devicesAtMs = this.#options.clock.now()
    // A poll that is recorded while parameters are read one by one would be known of the later ones alone. It is heard.
    const recorded = await this.#options.recorded()
    const { connector, history, now } = this.#options
    const { orgId, settings } = connector
    const till = now().getTime()
    const since = till - settings.catchUpHours * hourMs
    const spans = [...this.#devices.values()]
      .filter((device) => isChosen(settings.devices, device) && (behindIds?.has(device.id) ?? true))
      .map((device) => ({
        device,
        from: Math.max(since, (this.#positions.get(device.id) ?? 0) + 1),
        till: recorded.get(device.id) ?? 0,
      }))
    const begin = spans.reduce((first, { from }) => Math.min(first, from), till)
    const source = { history, orgId, labels: this.#labels(settings.labels) }
    for await (const stretch of missedStretches(source, spans, begin, till)) {
      const newest = new Map<number, number>()
      if (!(await this.#sendStretch(stretch, newest))) return
      for (const [id, time] of newest) this.#advance(id, time)
      await this.#storePositions()
    }
  }

  /** False where it was stopped before its end. */
  async #sendStretch(
    stretch: AsyncIterable<MissedSeries> | Iterable<MissedSeries>,
    newest: Map<number, number>,
  ): Promise<boolean> {
    let batch: Series[] = []
    const flush = async (): Promise<boolean> => {
      const before = this.#state.sent
      const isDone = await this.#deliver(batch)
      this.#state.replayed += this.#state.sent - before
      batch = []
      return isDone
    }
    for await (const { deviceId, labels, times, values } of stretch) {
      newest.set(deviceId, Math.max(newest.get(deviceId) ?? 0, at(times, times.length - 1)))
      for (let from = 0; from < times.length; from += batchSamplesMax) {
        const till = from + batchSamplesMax
        batch.push({ labels, times: times.subarray(from, till), values: values.subarray(from, till) })
        if (samplesIn(batch) >= batchSamplesMax && !(await flush())) return false
      }
    }
    return flush()
  }

  #labels(own: Readonly<Record<string, string>>): Record<string, string> {
    return { ...own, org: String(this.#options.connector.orgId) }
  }

  /** Until they are taken or refused for good; false where it was stopped before. */
  async #deliver(series: readonly Series[]): Promise<boolean> {
    const waiting = [series]
    const refusedInRowMax = this.#isTaken ? refusalsMax.usual : refusalsMax.atNothing
    const sentBefore = this.#state.sent
    let refusedInRow = 0
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      if (samplesIn(part) === 0) continue
      const refused = await this.#attempt(part)
      if (refused === 'stopped') return false
      refusedInRow = refused === null ? 0 : refusedInRow + 1
      if (refused === null) continue
      const halves = refusedInRow < refusedInRowMax ? halved(part) : null
      if (halves === null) this.#drop(part, refused)
      else if (!isOneMoment(part)) waiting.push(halves[1], halves[0])
      else if (!(await this.#narrow(part, refused))) return false
    }
    if (samplesIn(series) > 0) this.#isTaken = this.#state.sent > sentBefore
    return true
  }

  /**
   * Sends a refused moment of a device in halves; if both are refused, all of it is dropped. Returns false if stopped.
   */
  async #narrow(part: readonly Series[], why: string): Promise<boolean> {
    for (let rest = part; ; ) {
      const halves = halved(rest)
      const answers: (string | null)[] = []
      for (const half of halves ?? []) answers.push(await this.#attempt(half))
      if (answers.includes('stopped')) return false
      const isAll = answers.every((answer) => answer !== null)
      const index = answers.findIndex((answer) => answer !== null)
      if (isAll) this.#drop(rest, why)
      if (isAll || index === -1 || halves === null) return true
      rest = at(halves, index)
    }
  }

  #drop(part: readonly Series[], why: string): void {
    this.#state.dropped += samplesIn(part)
    this.#refusal = { reason: why, atMs: this.#options.clock.now() }
  }

  /** Null where they were taken, why they never will be, or `stopped`. */
  async #attempt(series: readonly Series[]): Promise<string | null> {
    const { random } = this.#options
    while (!this.#isStopped) {
      const outcome = await sendSeries(this.#options, series)
      if (outcome === 'taken' || 'refused' in outcome) {
        this.#failures = 0
        this.#setConnected(true)
        this.#state.lastError = null
        if (outcome !== 'taken') return outcome.refused
        this.#state.sent += samplesIn(series)
        return null
      }
      this.#state.lastError = outcome.again
      this.#setConnected(false)
      const waitMs = exponentialBackOff(this.#failures, firstWaitMs, waitMsMax)
      this.#failures += 1
      const retryAfterMs = Math.min(retryAfterMsMax, outcome.afterMs ?? 0)
      await this.#wait(Math.max(retryAfterMs, waitMs / 2 + (random() * waitMs) / 2))
    }
    return 'stopped'
  }

  #advance(deviceId: number, time: number): void {
    if (time <= (this.#positions.get(deviceId) ?? 0)) return
    this.#positions.set(deviceId, time)
    this.#isStored = false
  }

  async #storePositions(): Promise<void> {
    this.#storedAtMs = this.#options.clock.now()
    if (this.#isStored) return
    this.#isStored = true
    const positions = [...this.#positions].filter(([id]) => this.#devices.has(id))
    try {
      await this.#options.storePositions(Object.fromEntries(positions))
    } catch (error) {
      this.#isStored = false
      this.#state.lastError = messageOf(error)
    }
  }

  #setConnected(isConnected: boolean): void {
    noteConnected(this.#state, isConnected, this.#options, ['samples are taken', 'samples are not taken'])
  }

  #wait(ms: number): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(ms, resolve)
      this.#cancelWait = () => {
        cancel()
        resolve()
      }
    })
  }

  #untilWoken(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}
