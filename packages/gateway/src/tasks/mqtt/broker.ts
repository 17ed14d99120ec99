import { type Clock, exponentialBackOff } from '@busbar/kit'
import { connectBroker, LatestByTopic, type Message, type MqttConnection, MqttRefused } from '@busbar/mqtt'
import type { BrokerSettings } from './broker-settings.ts'

export interface BrokerOptions {
  readonly settings: BrokerSettings
  /** Client ID, and the root of the topics when none is set. */
  readonly mac: string
  readonly clock: Clock
  readonly random: () => number
  readonly log: { info(details: object, message: string): void; warn(details: object, message: string): void }
}

export interface BrokerStatus {
  readonly phase: 'connecting' | 'connected' | 'waiting'
  /** Why the broker is not connected, or what it refused; null without a problem. */
  readonly problem: string | null
  readonly root: string
  /** Number of topics with unsent values. */
  readonly waiting: number
}

const topicsMax = 10_000
const waits = { usual: [1000, 60_000], refused: [60_000, 600_000] } as const
const refusedCodes: ReadonlySet<number> = new Set([4, 5, 134, 135])
/** Maximum time for the last messages at a stop. */
const stopMs = 1000

/** Publishes values of tasks to a broker: the newest of each topic. */
export class Broker {
  readonly #options: BrokerOptions
  readonly #root: string
  readonly #waiting = new LatestByTopic(topicsMax)
  #isDialling = false
  /** Being opened. */
  #opening: MqttConnection | null = null
  #connection: MqttConnection | null = null
  #running: Promise<void> = Promise.resolve()
  readonly #stopping = new AbortController()
  #inFlight = 0
  #wake: () => void = () => {}
  /** Last logged reason for a missing connection. */
  #problem: string | null = null

  constructor(options: BrokerOptions) {
    this.#options = options
    this.#root = options.settings.root ?? `busbar/${options.mac.replaceAll(':', '').toLowerCase()}`
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Sends pending messages as far as that is quick. */
  async stop(): Promise<void> {
    const connection = this.#connection
    if (connection !== null) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = this.#options.clock.after(stopMs, resolve)
      await Promise.race([promise, this.#flush(connection).catch(() => {})])
      cancel()
    }
    this.#stopping.abort()
    this.#opening?.end()
    connection?.end()
    this.#wake()
    await this.#running
  }

  put(topic: string, payload: string, expirySec: number): void {
    const { qos, retain } = this.#options.settings
    this.#waiting.put({ topic: `${this.#root}/${topic}`, payload, qos, retain, expirySec })
    this.#wake()
  }

  status(): BrokerStatus {
    const phase = this.#connection !== null ? 'connected' : this.#isDialling ? 'connecting' : 'waiting'
    return { phase, problem: this.#problem, root: this.#root, waiting: this.#waiting.size }
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#isStopped(); ) {
      let isRefused = false
      this.#isDialling = true
      try {
        await this.#connected(() => (failures = 0))
      } catch (error) {
        isRefused = error instanceof MqttRefused && refusedCodes.has(error.code)
        if (!this.#isStopped()) this.#logProblem((error as Error).message)
      }
      this.#opening = null
      this.#connection = null
      this.#isDialling = false
      if (this.#isStopped()) return
      const [first, most] = isRefused ? waits.refused : waits.usual
      const waitMs = exponentialBackOff(failures, first, most)
      failures += 1
      await this.#sleep(waitMs / 2 + (this.#options.random() * waitMs) / 2)
    }
  }

  /** Serves one connection until it ends. */
  async #connected(began: () => void): Promise<void> {
    const { settings, mac, clock } = this.#options
    const { url, ca, clientCert, clientKey, version, user, password } = settings
    const client = clientCert !== null && clientKey !== null ? { cert: clientCert, key: clientKey } : null
    // Most gateways have no broker, and need not load what speaks to one.
    const { MqttConnection: Connection } = await import('@busbar/mqtt/connection')
    const socket = await connectBroker(url, { ca, client, clock, signal: this.#stopping.signal })
    const connection = new Connection({
      clock,
      socket,
      version,
      clientId: `busbar_gateway_${mac.replaceAll(':', '').toLowerCase()}`,
      user,
      password,
      will: this.#state('offline'),
      onMessage: () => {},
    })
    this.#opening = connection
    await connection.open()
    await connection.publish(this.#state('online'))
    began()
    this.#opening = null
    this.#connection = connection
    this.#inFlight = 0
    this.#logProblem(null)
    await this.#pump(connection)
    if (this.#isStopped()) return connection.end()
    throw new Error(await connection.closed)
  }

  async #pump(connection: MqttConnection): Promise<void> {
    void connection.closed.then(() => this.#wake())
    while (connection.isOpen() && !this.#isStopped()) {
      const message = this.#inFlight < connection.inFlightMax ? this.#waiting.take() : undefined
      if (message === undefined) await this.#sleep(null)
      else void this.#send(connection, message)
    }
  }

  async #send(connection: MqttConnection, message: Message): Promise<void> {
    this.#inFlight += 1
    try {
      await connection.publish(message)
    } catch (error) {
      if (error instanceof MqttRefused) this.#logProblem(error.message)
      else this.#waiting.putBack(message)
    } finally {
      this.#inFlight -= 1
      this.#wake()
    }
  }

  async #flush(connection: MqttConnection): Promise<void> {
    for (let message = this.#waiting.take(); message !== undefined; message = this.#waiting.take()) {
      await connection.publish(message)
    }
    await connection.publish(this.#state('offline'))
  }

  #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  #state(payload: string): Message {
    return { topic: `${this.#root}/$state`, payload, qos: 1, retain: true }
  }

  /** Logs each problem once, and its end. */
  #logProblem(problem: string | null): void {
    const { log, settings } = this.#options
    if (problem === null) log.info({ url: settings.url, root: this.#root }, 'mqtt broker connected')
    else if (problem !== this.#problem) log.warn({ url: settings.url, reason: problem }, 'mqtt broker unavailable')
    this.#problem = problem
  }

  /** Waits for work, at most for this time. */
  #sleep(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const cancel = ms === null ? () => {} : this.#options.clock.after(ms, () => end())
      const end = (): void => {
        this.#wake = () => {}
        cancel()
        resolve()
      }
      // A new value does not shorten the wait for an unreachable broker.
      this.#wake = ms === null || this.#isStopped() ? end : () => (this.#isStopped() ? end() : undefined)
    })
  }
}
