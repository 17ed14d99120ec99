import { SerialQueue } from '@busbar/kit'
import { Broker, type BrokerOptions, type BrokerStatus } from './broker.ts'
import type { BrokerChoice } from './broker-choice.ts'
import type { BrokerSettings } from './broker-settings.ts'

interface Options extends Omit<BrokerOptions, 'settings'> {
  readonly choice: Pick<BrokerChoice, 'settings' | 'isFixed' | 'choose'>
}

const changesMax = 4
/** As many as a broker has waiting. */
const topicsMax = 10_000

/**
 * The broker that tasks publish to. A replacement gets all current values, and they are removed from the previous
 * broker.
 */
export class TaskBroker {
  readonly #options: Options
  readonly #newest = new Map<string, { readonly payload: string; readonly expirySec: number }>()
  readonly #changes = new SerialQueue({ max: changesMax, full: () => new Error('too many changes at once') })
  #broker: Broker | null = null
  #isRunning = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#isRunning = true
    this.#begin()
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await this.#changes.run(() => this.#broker?.stop() ?? Promise.resolve())
    this.#broker = null
  }

  /** An empty payload removes the topic. */
  put(topic: string, payload: string, expirySec: number): void {
    if (payload === '') this.#newest.delete(topic)
    else if (this.#newest.has(topic) || this.#newest.size < topicsMax) this.#newest.set(topic, { payload, expirySec })
    this.#broker?.put(topic, payload, expirySec)
  }

  /** Takes effect at once; null for none. Throws `NotSaved` when it cannot be saved, without a change. */
  choose(settings: BrokerSettings | null): Promise<void> {
    return this.#changes.run(async () => {
      this.#options.choice.choose(settings)
      const before = this.#broker
      this.#broker = null
      for (const [topic, { expirySec }] of this.#newest) before?.put(topic, '', expirySec)
      await before?.stop()
      if (this.#isRunning) this.#begin()
    })
  }

  get settings(): BrokerSettings | null {
    return this.#options.choice.settings
  }

  get isFixed(): boolean {
    return this.#options.choice.isFixed
  }

  /** Null where there is no broker. */
  status(): BrokerStatus | null {
    return this.#broker?.status() ?? null
  }

  #begin(): void {
    const { choice, ...options } = this.#options
    const { settings } = choice
    if (settings === null) return
    this.#broker = new Broker({ ...options, settings })
    for (const [topic, { payload, expirySec }] of this.#newest) this.#broker.put(topic, payload, expirySec)
    this.#broker.start()
  }
}
