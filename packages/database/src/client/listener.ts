import { setTimeout as rest } from 'node:timers/promises'
import { Connection, type ConnectionOptions, plain } from './connection.ts'

export interface ChannelListener {
  channel: string
  onInvalidated(text: string): void
  /**
   * Called when notifications start to arrive: at the start, and after an outage, during which some may have been
   * missed.
   */
  onBegin(): void
  /** Called when notifications stop. */
  onLost(): void
}

const retryMs = 250
const retryMsMax = 5_000
/** Interval of the check for a dead connection. */
const checkMs = 15_000
const checkTimeoutMs = 5_000

/** The connection that all listeners share. A lost connection is reopened with increasing delays. */
export class Listener {
  readonly #options: ConnectionOptions
  readonly #all = new Set<ChannelListener>()
  #connection: Connection | null = null
  #opening: Promise<void> | null = null
  #checker: NodeJS.Timeout | null = null
  #end = new AbortController()

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** Resolves when notifications arrive, with a function that ends the subscription. */
  async add(listening: ChannelListener): Promise<() => Promise<void>> {
    const isNew = ![...this.#all].some(({ channel }) => channel === listening.channel)
    this.#all.add(listening)
    try {
      const connection = this.#connection
      if (connection === null) await (this.#opening ??= this.#open())
      else {
        if (isNew) await connection.run(command('listen', listening.channel))
        listening.onBegin()
      }
    } catch (error) {
      this.#all.delete(listening)
      throw error
    }
    return () => this.#remove(listening)
  }

  end(): void {
    this.#all.clear()
    this.#end.abort()
    this.#connection?.destroy()
  }

  async #remove(listening: ChannelListener): Promise<void> {
    this.#all.delete(listening)
    const isWanted = [...this.#all].some(({ channel }) => channel === listening.channel)
    if (!isWanted) await this.#connection?.run(command('unlisten', listening.channel)).catch(() => {})
    if (this.#all.size === 0) this.#connection?.destroy()
  }

  async #open(): Promise<void> {
    try {
      const connection = await Connection.open(this.#options)
      connection.onLost = () => this.#lose(connection)
      connection.onNotification((channel, text) => this.#dispatch(channel, text))
      const channels = new Set([...this.#all].map(({ channel }) => channel))
      await Promise.all([...channels].map((channel) => connection.run(command('listen', channel))))
      if (this.#end.signal.aborted) return connection.destroy()
      this.#connection = connection
      this.#checker = setInterval(() => this.#check(connection), checkMs)
      this.#checker.unref()
    } finally {
      this.#opening = null
    }
    for (const listening of this.#all) listening.onBegin()
  }

  #dispatch(channel: string, text: string): void {
    for (const listening of this.#all) if (listening.channel === channel) listening.onInvalidated(text)
  }

  #lose(connection: Connection): void {
    if (this.#connection !== connection) return
    this.#connection = null
    if (this.#checker !== null) clearInterval(this.#checker)
    for (const listening of this.#all) listening.onLost()
    if (this.#all.size > 0) void this.#reopen()
  }

  async #reopen(): Promise<void> {
    for (let pauseMs = retryMs; ; pauseMs = Math.min(pauseMs * 2, retryMsMax)) {
      await rest(pauseMs, null, { signal: this.#end.signal }).catch(() => {})
      if (this.#all.size === 0 || this.#connection !== null) return
      const isOpen = await (this.#opening ??= this.#open()).then(
        () => true,
        () => false,
      )
      if (isOpen) return
    }
  }

  /** A server that does not respond sends no notifications either. */
  #check(connection: Connection): void {
    const timer = setTimeout(() => connection.destroy(), checkTimeoutMs)
    timer.unref()
    connection
      .run(plain('select'))
      .catch(() => connection.destroy())
      .finally(() => clearTimeout(timer))
  }
}

const command = (verb: 'listen' | 'unlisten', channel: string) => plain(`${verb} "${channel.replaceAll('"', '""')}"`)
