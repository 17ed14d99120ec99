import type { MqttConnection } from '@busbar/mqtt'
import type { ConnectedDevice } from '../directory.sql.ts'

export interface Span {
  /** In ms since 1970, both included. */
  from: number
  till: number
}

/** Which polls of each device a broker did not get when they were read. One span for each: where two are far apart, what is between is sent twice. */
export class MissedPolls {
  readonly #since: number
  readonly #lastReadOn = new Map<number, number>()
  readonly #behindIds = new Set<number>()
  readonly #spans = new Map<number, Span>()

  /** No poll of any device was received before. */
  constructor(since: number) {
    this.#since = since
  }

  /** Another node stored something of the device and did not tell it: up to the poll that is heard next. */
  missed(deviceId: number): void {
    this.#behindIds.add(deviceId)
  }

  /** Returns whether polls before this one are missing. */
  received(deviceId: number, readOn: number): boolean {
    const from = (this.#lastReadOn.get(deviceId) ?? this.#since) + 1
    this.#lastReadOn.set(deviceId, Math.max(from - 1, readOn))
    if (!this.#behindIds.delete(deviceId) || from >= readOn) return false
    this.add(deviceId, { from, till: readOn - 1 })
    return true
  }

  add(deviceId: number, { from, till }: Span): void {
    const before = this.#spans.get(deviceId) ?? { from, till }
    this.#spans.set(deviceId, { from: Math.min(from, before.from), till: Math.max(till, before.till) })
  }

  get next(): readonly [deviceId: number, span: Span] | undefined {
    return this.#spans.entries().next().value
  }

  /** It arrived; what was added to it meanwhile did not. */
  sent(deviceId: number, span: Span): void {
    if (this.#spans.get(deviceId) === span) this.#spans.delete(deviceId)
  }
}

export interface HistoryReplayOptions {
  now: () => Date
  /** Currently published devices. */
  devices: () => readonly ConnectedDevice[]
  /** Reads polls of a device as messages. */
  read: (from: number, till: number, device: ConnectedDevice) => AsyncIterable<string>
  topicOf: (device: ConnectedDevice) => string
  wait: (ms: number) => Promise<void>
  onSent: () => void
  onError: (error: unknown) => void
}

const replayMsMax = 7 * 86_400_000
const perSec = 50
/** After what could not be read or sent. */
const retryMs = 10_000

/** Sends polls that a broker did not get when they were read, from the database: of the time it was away, and what a killed node did not tell. */
export class HistoryReplay {
  readonly #options: HistoryReplayOptions
  readonly #polls: MissedPolls
  #wake: () => void = () => {}

  constructor(options: HistoryReplayOptions) {
    this.#options = options
    this.#polls = new MissedPolls(options.now().getTime())
  }

  get isDone(): boolean {
    return this.#polls.next === undefined
  }

  missed(deviceId: number): void {
    this.#polls.missed(deviceId)
  }

  received(deviceId: number, readOn: number): void {
    if (this.#polls.received(deviceId, readOn)) this.#wake()
  }

  /** Until the connection ends; `position` is up to when everything had arrived before it. What is not sent waits for the next one. */
  async run(connection: MqttConnection, position: number | null): Promise<void> {
    const till = this.#options.now().getTime()
    const from = Math.max((position ?? till) + 1, till - replayMsMax)
    for (const { id } of from <= till ? this.#options.devices() : []) this.#polls.add(id, { from, till })
    while (connection.isOpen()) {
      await this.#send(connection).catch(this.#options.onError)
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await Promise.race([this.isDone ? promise : this.#options.wait(retryMs), connection.closed])
    }
  }

  async #send(connection: MqttConnection): Promise<void> {
    const { devices, read, topicOf, wait, onSent } = this.#options
    for (let { next } = this.#polls; next !== undefined; { next } = this.#polls) {
      const [deviceId, span] = next
      const device = devices().find(({ id }) => id === deviceId)
      for await (const payload of device === undefined ? [] : read(span.from, span.till, device)) {
        if (device === undefined || !connection.isOpen()) return
        await connection.publish({ topic: topicOf(device), payload, qos: 1, retain: false })
        onSent()
        await wait(1000 / perSec)
      }
      this.#polls.sent(deviceId, span)
    }
  }
}
