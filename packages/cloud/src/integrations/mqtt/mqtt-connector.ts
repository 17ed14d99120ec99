import { exponentialBackOff } from '@busbar/kit'
import { LatestByTopic, type Message, type MqttConnection, MqttRefused, type ReceivedMessage } from '@busbar/mqtt'
import type { Poll } from '@busbar/readings'
import type { ConnectionChange } from '../../live/live-event.ts'
import { type ConnectorState, idleState, messageOf, noteConnected, type RunningConnector } from '../connector.ts'
import type { ConnectedDevice, ConnectedParam } from '../directory.sql.ts'
import { isChosen } from '../filters.ts'
import { AlertBoard } from './alert-board.ts'
import { Announcer } from './announcer.ts'
import { CommandHandler } from './command-handler.ts'
import { expirySecOf } from './discovery.rules.ts'
import { HistoryReplay } from './history-replay.ts'
import { type MqttConnectorOptions, openBroker, rootOf } from './open-broker.ts'
import { deviceText, paramText, publishedPoll } from './payload.rules.ts'
import { RetainedTopics, topicsOfDevices } from './retained-topics.ts'
import { topicsOf } from './topics.rules.ts'

const topicsMax = 100_000
const firstWaitMs = 1000
const waitMsMax = 60_000
const refusedFirstWaitMs = 60_000
const refusedWaitMsMax = 600_000
const directoryMs = 60_000
const positionMs = 10_000
/** Tolerance for polls of another node that arrive after a newer one. */
const lateMs = 10_000
/** Home Assistant that has just started is busy with others, too. */
const birthWaitMs = 5000
const refusedCodes: ReadonlySet<number> = new Set([4, 5, 134, 135])

/** Publishes what one organization records to a broker of its own, and takes its commands. */
export class MqttConnector implements RunningConnector {
  readonly #options: MqttConnectorOptions
  readonly #topics
  readonly #queue = new LatestByTopic(topicsMax)
  readonly #commandHandler: CommandHandler
  readonly #alerts: AlertBoard
  readonly #retained: RetainedTopics
  readonly #announcer: Announcer
  #devices: ReadonlyMap<number, ConnectedDevice> = new Map()
  #connection: MqttConnection | null = null
  #isStopped = false
  #failures = 0
  #inFlight = 0
  #budget = 0
  #budgetAtMs = 0
  #newestReadOn = 0
  #position: number | null
  readonly #replay: HistoryReplay | null
  #cancels = new Set<() => void>()
  #running: Promise<void> = Promise.resolve()
  #wakePump: () => void = () => {}
  readonly #state = idleState()

  constructor(options: MqttConnectorOptions) {
    const { connector, clock } = options
    this.#options = options
    const root = rootOf(connector)
    this.#topics = topicsOf(root)
    this.#position = options.position
    const publish = (topic: string, payload: string): void => this.#retain(topic, payload)
    this.#alerts = new AlertBoard(this.#topics, options.alerts, publish)
    this.#announcer = new Announcer({ connector, topics: this.#topics, publicUrl: options.publicUrl, publish })
    this.#retained = new RetainedTopics({ ...options.retainedTopics, forget: (topic) => this.#retain(topic, '') })
    this.#replay = connector.settings.replay ? this.#newReplay() : null
    this.#commandHandler = new CommandHandler({
      root,
      filters: connector.settings.commands,
      clock,
      now: options.now,
      write: options.write,
      find: (net, device, param) => this.#findParam(net, device, param),
      answer: (topic, payload) => this.#sendAnswer({ topic, payload, qos: 1, retain: false }),
    })
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    const connection = this.#connection
    if (connection !== null) {
      await Promise.race([connection.publish(this.#stateMessage('offline')).catch(() => {}), this.#wait(1000)])
      connection.end()
    }
    for (const cancel of this.#cancels) cancel()
    await this.#running
  }

  state(): ConnectorState {
    const { coalesced, dropped } = this.#queue
    return { ...this.#state, coalesced, dropped, commands: this.#commandHandler.count }
  }

  /** Publishes a recorded poll. */
  readings(poll: Poll): void {
    const device = this.#devices.get(poll.deviceId)
    if (device === undefined || !this.#isPublished(device)) return
    const { shape, qos, retain } = this.#options.connector.settings
    const deviceTopic = { net: device.net, device: device.slug }
    const published = publishedPoll(device, poll)
    const values = { qos, retain, expirySec: expirySecOf(device) }
    if (shape !== 'param')
      this.#enqueue({ topic: this.#topics.device(deviceTopic), payload: deviceText(published), ...values })
    if (shape !== 'device') {
      for (const [param, value] of published.values) {
        this.#enqueue({
          topic: this.#topics.param(deviceTopic, param.slug),
          payload: paramText(published, param, value),
          ...values,
        })
      }
    }
    this.#retain(this.#topics.state(deviceTopic), published.hasValue ? 'online' : 'offline')
    if (published.hasValue) this.#retain(this.#topics.net(device.net), 'online')
    this.#newestReadOn = Math.max(this.#newestReadOn, poll.readOn)
    this.#replay?.received(device.id, poll.readOn)
  }

  connection({ netId, isConnected }: ConnectionChange): void {
    const device = [...this.#devices.values()].find((one) => one.netId === netId && this.#isPublished(one))
    if (device === undefined) return
    this.#retain(this.#topics.net(device.net), isConnected ? 'online' : 'offline')
  }

  /**
   * The broker has only the newest value of each topic: the next poll updates it, and missed polls follow as `history`.
   */
  missed(deviceId: number | null): void {
    for (const id of deviceId === null ? this.#devices.keys() : [deviceId]) this.#replay?.missed(id)
  }

  alert(): void {
    if (this.#connection !== null) void this.#publishAlerts()
  }

  async #run(): Promise<void> {
    while (this.#isRunning()) {
      let code = 0
      try {
        await this.#runConnection()
      } catch (error) {
        this.#state.lastError = messageOf(error)
        code = error instanceof MqttRefused ? error.code : 0
      }
      this.#connection = null
      this.#setConnected(false)
      if (!this.#isRunning()) return
      const isRefused = refusedCodes.has(code)
      const [first, most] = isRefused ? [refusedFirstWaitMs, refusedWaitMsMax] : [firstWaitMs, waitMsMax]
      const waitMs = exponentialBackOff(this.#failures, first, most)
      this.#failures += 1
      await this.#wait(waitMs / 2 + (this.#options.random() * waitMs) / 2)
    }
  }

  /** Runs one connection until it ends. */
  async #runConnection(): Promise<void> {
    await this.#refresh()
    const { connection, isPrivate } = await openBroker(this.#options, {
      will: this.#stateMessage('offline'),
      onMessage: (message) => this.#onMessage(message),
    })
    this.#connection = connection
    try {
      await this.#beginSession(connection, isPrivate)
      const tasks = [this.#maintain(connection), this.#pump(connection)]
      if (this.#replay !== null) tasks.push(this.#replay.run(connection, this.#position))
      const reason = await connection.closed
      this.#wakePump()
      await Promise.allSettled(tasks)
      if (!this.#isStopped) throw new Error(reason)
    } finally {
      connection.end()
    }
  }

  /** Publishes the online status and subscribes to commands. */
  async #beginSession(connection: MqttConnection, isPrivate: boolean): Promise<void> {
    const { commands, discovery, discoveryPrefix } = this.#options.connector.settings
    this.#inFlight = 0
    this.#budget = this.#options.connector.settings.rate
    this.#announcer.clear()
    this.#alerts.clear()
    await connection.publish(this.#stateMessage('online'))
    this.#setConnected(true)
    this.#failures = 0
    this.#state.lastError = null
    if (commands.length > 0 && isPrivate) await connection.subscribe([this.#topics.commands])
    if (commands.length > 0 && !isPrivate) {
      this.#state.lastError = 'Commands are not taken: they need mqtts:// or a broker at a private address.'
    }
    await this.#publishAlerts()
    if (discovery) await connection.subscribe([`${discoveryPrefix}/status`])
    await this.#syncTopics()
  }

  /** Sends what waits, as fast as the broker answers and the rate allows. */
  async #pump(connection: MqttConnection): Promise<void> {
    const { clock, connector } = this.#options
    while (connection.isOpen() && !this.#isStopped) {
      const nowMs = clock.now()
      const { rate } = connector.settings
      this.#budget = Math.min(rate, this.#budget + ((nowMs - this.#budgetAtMs) / 1000) * rate)
      this.#budgetAtMs = nowMs
      const message = this.#inFlight < connection.inFlightMax && this.#budget >= 1 ? this.#queue.take() : undefined
      if (message !== undefined) {
        this.#budget -= 1
        void this.#send(connection, message)
        continue
      }
      const isSlow = this.#queue.size > 0 && this.#inFlight < connection.inFlightMax
      await this.#sleep(isSlow ? 1000 / rate : null)
    }
  }

  async #send(connection: MqttConnection, message: Message): Promise<void> {
    this.#inFlight += 1
    try {
      await connection.publish(message)
      this.#state.sent += 1
    } catch (error) {
      if (error instanceof MqttRefused) this.#state.lastError = error.message
      else this.#queue.putBack(message)
    } finally {
      this.#inFlight -= 1
      this.#wakePump()
    }
  }

  /** Looks now and then what devices there are, and keeps how far everything has arrived. */
  async #maintain(connection: MqttConnection): Promise<void> {
    for (let beat = 1; connection.isOpen() && !this.#isStopped; beat += 1) {
      await Promise.race([this.#wait(positionMs), connection.closed])
      if (!connection.isOpen()) return
      const isReplayed = this.#replay?.isDone ?? true
      if (this.#queue.size === 0 && this.#inFlight === 0 && isReplayed) await this.#onAllSent()
      if (beat % (directoryMs / positionMs) !== 0) continue
      await this.#refresh().catch((error: unknown) => this.#noteError(error))
      await this.#publishAlerts()
      await this.#syncTopics()
    }
  }

  async #onAllSent(): Promise<void> {
    try {
      await this.#retained.confirmSent()
      const position = this.#newestReadOn - lateMs
      if (position <= (this.#position ?? 0)) return
      this.#position = position
      await this.#options.storePosition(this.#position)
    } catch (error) {
      this.#noteError(error)
    }
  }

  #newReplay(): HistoryReplay {
    const { now, missedPolls } = this.#options
    return new HistoryReplay({
      now,
      devices: () => this.#publishedDevices(),
      read: missedPolls,
      topicOf: ({ net, slug }) => this.#topics.history({ net, device: slug }),
      wait: (ms) => this.#wait(ms),
      onSent: () => void (this.#state.replayed += 1),
      onError: (error) => this.#noteError(error),
    })
  }

  #onMessage(message: ReceivedMessage): void {
    const { discovery, discoveryPrefix } = this.#options.connector.settings
    if (discovery && message.topic === `${discoveryPrefix}/status`) {
      if (message.payload.toString() === 'online' && !message.isRetained) this.#announceSoon()
      return
    }
    void this.#commandHandler.handle(message)
  }

  #announceSoon(): void {
    void this.#wait(this.#options.random() * birthWaitMs).then(() => {
      this.#announcer.clear()
      if (!this.#isStopped) this.#announcer.announce(this.#publishedDevices())
    })
  }

  /** Clears topics of removed objects on the broker and in Home Assistant. */
  async #syncTopics(): Promise<void> {
    const { settings } = this.#options.connector
    this.#announcer.announce(this.#publishedDevices())
    const devices = topicsOfDevices(this.#publishedDevices(), settings, this.#topics)
    const all = [...devices, ...this.#alerts.topics(), ...this.#announcer.topics()]
    await this.#retained.replace(all).catch((error: unknown) => this.#noteError(error))
  }

  async #refresh(): Promise<void> {
    this.#devices = await this.#options.devices()
    for (const { net, slug, isDisabled } of this.#publishedDevices()) {
      const topic = this.#topics.state({ net, device: slug })
      if (isDisabled) this.#retain(topic, 'offline')
    }
  }

  #publishAlerts(): Promise<void> {
    return this.#alerts.update().catch((error: unknown) => this.#noteError(error))
  }

  /** The broker keeps it; or forgets the topic, when it is empty. */
  #retain(topic: string, payload: string): void {
    this.#enqueue({ topic, payload, qos: 1, retain: true })
  }

  #findParam(net: string, slug: string, param: string): { device: ConnectedDevice; param: ConnectedParam } | null {
    const device = [...this.#devices.values()].find((one) => one.net === net && one.slug === slug)
    const found = [...(device?.params.values() ?? [])].find((one) => one.slug === param)
    return device === undefined || found === undefined ? null : { device, param: found }
  }

  #publishedDevices(): ConnectedDevice[] {
    return [...this.#devices.values()].filter((device) => this.#isPublished(device))
  }

  #isPublished(device: ConnectedDevice): boolean {
    return isChosen(this.#options.connector.settings.devices, device)
  }

  #enqueue(message: Message): void {
    this.#queue.put(message)
    this.#wakePump()
  }

  /** Answers are not worth keeping for one who is gone. */
  #sendAnswer(message: Message): void {
    void this.#connection?.publish(message).catch((error: unknown) => this.#noteError(error))
  }

  #stateMessage(payload: string): Message {
    return { topic: this.#topics.service, payload, qos: 1, retain: true }
  }

  #isRunning(): boolean {
    return !this.#isStopped
  }

  #setConnected(isConnected: boolean): void {
    noteConnected(this.#state, isConnected, this.#options, ['MQTT broker connected', 'MQTT broker not connected'])
  }

  #noteError(error: unknown): void {
    this.#state.lastError = messageOf(error)
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = (): void => {
        cancel()
        this.#cancels.delete(stop)
        resolve()
      }
      const cancel = this.#options.clock.after(ms, stop)
      this.#cancels.add(stop)
    })
  }

  /** Until there is something to send; at most so long. */
  #sleep(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const cancel = ms === null ? () => {} : this.#options.clock.after(ms, () => this.#wakePump())
      this.#wakePump = () => {
        this.#wakePump = () => {}
        cancel()
        resolve()
      }
    })
  }
}
