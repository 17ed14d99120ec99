import { EventStreamParser, type ServerSentEvent } from '@busbar/ui'
import type { ApiResult } from '@busbar/wire'

export type LiveState = 'connecting' | 'live' | 'waiting' | 'stopped'

export interface LiveFeedOptions<E> {
  /** Asks the service for the stream, from after the event with this id. */
  open: (lastEventId: string | null, signal: AbortSignal) => Promise<ApiResult<Response>>
  /** Acts later; the answer cancels it. */
  after: (ms: number, act: () => void) => () => void
  /** From 0 to 1. */
  random: () => number
  /** Parses an event; returns null for unknown ones. */
  eventOf: (event: ServerSentEvent) => E | null
  /** Replaces a batch that has too many events. */
  reset: E
  onBatch: (events: readonly E[]) => void
  /** Called with the delay before the next attempt, if it waits. */
  onState: (state: LiveState, retryMs?: number) => void
  /** Something came, be it only a heartbeat. */
  onReceived: () => void
}

/** Changes are shown together, so that the page has time for other things. */
const batchMs = 250
/** More than this between two batches is not worth applying one by one. */
const queueMax = 5000
const retryMsMin = 1000
const retryMsMax = 30_000
/** The service says something every 5 seconds. */
const silenceMsMax = 20_000

/** Receives a stream of events. A stream that breaks is opened again and goes on where it was. */
export class LiveFeed<E> {
  readonly #options: LiveFeedOptions<E>
  #queued: E[] = []
  #lastEventId: string | null = null
  #failures = 0
  #isWaiting = false
  #abort = new AbortController()
  #cancelRetry: () => void = () => {}
  #cancelBatch: (() => void) | null = null
  #cancelSilence: () => void = () => {}

  constructor(options: LiveFeedOptions<E>) {
    this.#options = options
  }

  start(): void {
    void this.#listen()
  }

  stop(): void {
    this.#options.onState('stopped')
    this.#abort.abort()
    this.#cancelRetry()
    this.#cancelSilence()
    this.#cancelBatch?.()
    this.#queued = []
  }

  /** Ends the open connection when the machine has lost its network, which TCP would not report. */
  breakOff(): void {
    if (this.#isWaiting) return
    this.#cancelSilence()
    this.#giveUp(this.#abort)
  }

  /** Ends the delay before the next attempt. */
  retryNow(): void {
    if (!this.#isWaiting) return
    this.#cancelRetry()
    void this.#listen()
  }

  async #listen(): Promise<void> {
    this.#isWaiting = false
    const abort = new AbortController()
    this.#abort = abort
    this.#options.onState('connecting')
    this.#waitFor(abort)
    try {
      const opened = await this.#options.open(this.#lastEventId, abort.signal)
      if (abort.signal.aborted) return
      if ('ok' in opened && opened.ok.body !== null) await this.#read(opened.ok.body, abort)
    } catch {
      // A stream that breaks is as one that ends.
    }
    this.#cancelSilence()
    if (this.#abort === abort && !abort.signal.aborted) this.#retry()
  }

  async #read(body: ReadableStream<Uint8Array>, abort: AbortController): Promise<void> {
    this.#options.onState('live')
    const lines = new EventStreamParser()
    const decoder = new TextDecoder()
    for await (const bytes of body) {
      if (abort.signal.aborted) return
      this.#failures = 0
      this.#options.onReceived()
      this.#waitFor(abort)
      for (const event of lines.take(decoder.decode(bytes, { stream: true }))) {
        this.#lastEventId = event.id ?? this.#lastEventId
        const live = this.#options.eventOf(event)
        if (live !== null) this.#queue(live)
      }
    }
  }

  /** For a while: then the connection is given up. */
  #waitFor(abort: AbortController): void {
    this.#cancelSilence()
    this.#cancelSilence = this.#options.after(silenceMsMax, () => this.#giveUp(abort))
  }

  /** The connection is dead, though it was not closed. */
  #giveUp(abort: AbortController): void {
    abort.abort()
    if (this.#abort === abort) this.#retry()
  }

  #queue(event: E): void {
    if (this.#queued.length < queueMax) this.#queued.push(event)
    else this.#queued = [this.#options.reset]
    this.#cancelBatch ??= this.#options.after(batchMs, () => {
      this.#cancelBatch = null
      const events = this.#queued
      this.#queued = []
      this.#options.onBatch(events)
    })
  }

  #retry(): void {
    const most = Math.min(retryMsMax, retryMsMin * 2 ** this.#failures)
    this.#failures += 1
    // Many consoles must not come back at the same instant.
    const waitMs = most * (0.5 + this.#options.random() / 2)
    this.#isWaiting = true
    this.#options.onState('waiting', waitMs)
    this.#cancelRetry = this.#options.after(waitMs, () => void this.#listen())
  }
}

/** A device was read. `error` is why nothing was, `errors` why single parameters were not, by their ids. */
export interface ReadingsEvent {
  kind: 'readings'
  deviceId: number
  readOn: string
  values: Readonly<Record<string, string>>
  error?: string
  errors?: Readonly<Record<string, string>>
}

/** A network came or went. */
export interface ConnectionEvent {
  kind: 'connection'
  netId: number
  connected: boolean
  on: string
  error?: string
}

/** An alert fired, was acknowledged or resolved; `netId` is set for one about a network. */
interface AlertEvent {
  kind: 'alert'
  alertId?: number
  netId?: number
  isActive: boolean
  on: string
}

/** Something was missed: everything has to be asked again. */
interface ResetEvent {
  kind: 'reset'
}

export type LiveEvent = ReadingsEvent | ConnectionEvent | AlertEvent | ResetEvent

const kinds = ['readings', 'connection', 'alert', 'reset'] as const

/** Parses an event; returns null for unknown ones. */
export const liveEventOf = ({ name, data }: ServerSentEvent): LiveEvent | null => {
  const kind = kinds.find((one) => one === name)
  return kind === undefined ? null : ({ ...(JSON.parse(data) as object), kind } as LiveEvent)
}

/** The server's time, which comes between the events; null in all others. */
export const serverTimeIn = ({ name, data }: ServerSentEvent): number | null =>
  name === 'time' ? Date.parse(data) : null
