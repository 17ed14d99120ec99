import { readFileSync } from 'node:fs'
import { connect, type Msg, type NatsConnection, RequestError } from '@nats-io/transport-node'
import type { Messages, Reply } from './messages.ts'
import type { NatsServers } from './nats-url.rules.ts'

export interface NatsOptions extends NatsServers {
  /** Before every subject. */
  root: string
  /** Name of this service at the NATS server. */
  name: string
  /** Files in PEM. */
  ca?: string | undefined
  cert?: string | undefined
  key?: string | undefined
  log: { info(details: object, message: string): void; error(details: object, message: string): void }
}

/** The NATS server cannot be used; the message explains why to the operator. */
class NatsProblem extends Error {}

const connectMs = 5000
const retryMs = 500
/** A server that misses two pings counts as disconnected. */
const pingMs = 2000
const pingsMax = 2

/** Messages through a NATS server. While it is disconnected, nothing is sent or buffered. */
export class NatsMessages implements Messages {
  readonly #connection: NatsConnection
  readonly #root: string
  readonly #log: NatsOptions['log']
  readonly #listeners = new Set<() => void>()
  #isConnected = true

  private constructor(connection: NatsConnection, { root, log }: Pick<NatsOptions, 'root' | 'log'>) {
    this.#connection = connection
    this.#root = root
    this.#log = log
    void this.#watch()
  }

  static async open(options: NatsOptions): Promise<NatsMessages> {
    const { servers, token, user, password, isTls, ca, cert, key, name, isLoopback } = options
    const isSecured = isTls || ca !== undefined || cert !== undefined
    const tls = { ...fileOf('ca', ca), ...fileOf('cert', cert), ...fileOf('key', key) }
    const connection = await connect({
      servers,
      name,
      ...(token !== undefined && { token }),
      ...(user !== undefined && { user }),
      ...(password !== undefined && { pass: password }),
      ...(isSecured && { tls }),
      timeout: connectMs,
      maxReconnectAttempts: -1,
      reconnectTimeWait: retryMs,
      reconnectJitter: retryMs,
      pingInterval: pingMs,
      maxPingOut: pingsMax,
      noEcho: true,
    }).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      throw new NatsProblem(`--nats: ${servers.join(', ')} cannot be reached: ${why}`)
    })
    const { auth_required: isAuthNeeded = false, tls_verify: isCertNeeded = false } = connection.info ?? {}
    if (isLoopback || isAuthNeeded || isCertNeeded) return new NatsMessages(connection, options)
    await connection.close()
    throw new NatsProblem(
      `--nats: ${servers.join(', ')} lets everybody in. Whoever reaches it could switch devices: set a token or certificates there.`,
    )
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  async close(): Promise<void> {
    await this.#connection.close()
  }

  publish(subject: string, bytes: Uint8Array): void {
    if (this.#isConnected) this.#connection.publish(`${this.#root}.${subject}`, bytes)
  }

  subscribe(subject: string, onMessage: (bytes: Uint8Array) => void): () => void {
    const subscription = this.#connection.subscribe(`${this.#root}.${subject}`, {
      callback: (error, message) => {
        if (error === null) onMessage(message.data)
      },
    })
    return () => subscription.unsubscribe()
  }

  onBack(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Reply> {
    if (!this.#isConnected) return { err: 'nobody' }
    try {
      const { data } = await this.#connection.request(`${this.#root}.${subject}`, bytes, { timeout: timeoutMs })
      return { ok: data }
    } catch (error) {
      return { err: error instanceof RequestError && error.isNoResponders() ? 'nobody' : 'unclear' }
    }
  }

  serve(subject: string, answer: (bytes: Uint8Array) => Promise<Uint8Array | null>): () => void {
    const subscription = this.#connection.subscribe(`${this.#root}.${subject}`, {
      callback: (error, message) => {
        if (error === null) void this.#answer(message, answer)
      },
    })
    return () => subscription.unsubscribe()
  }

  async #answer(message: Msg, answer: (bytes: Uint8Array) => Promise<Uint8Array | null>): Promise<void> {
    try {
      const bytes = await answer(message.data)
      if (bytes !== null && this.#isConnected) message.respond(bytes)
    } catch (error) {
      this.#log.error({ err: error, subject: message.subject }, 'request of another node failed')
    }
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect') {
        this.#isConnected = false
        this.#log.error({}, 'connection to NATS lost')
      }
      if (type === 'reconnect') {
        this.#isConnected = true
        this.#log.info({}, 'connection to NATS restored')
        for (const listener of this.#listeners) listener()
      }
    }
    this.#isConnected = false
  }
}

const fileOf = (name: string, path: string | undefined) =>
  path === undefined ? {} : { [name]: readFileSync(path, 'utf8') }
