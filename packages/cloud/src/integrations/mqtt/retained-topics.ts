import type { ConnectedDevice } from '../directory.sql.ts'
import type { MqttSettings } from './settings.ts'
import type { Topics } from './topics.rules.ts'

/** Every topic of which the broker keeps a message as long as these devices are published so. */
export const topicsOfDevices = (
  devices: readonly ConnectedDevice[],
  { retain, shape }: Pick<MqttSettings, 'retain' | 'shape'>,
  topics: Topics,
): string[] => {
  const all = new Set([topics.service])
  for (const { net, slug, params } of devices) {
    const deviceTopic = { net, device: slug }
    all.add(topics.net(net)).add(topics.state(deviceTopic))
    if (!retain) continue
    if (shape !== 'param') all.add(topics.device(deviceTopic))
    if (shape !== 'device') for (const param of params.values()) all.add(topics.param(deviceTopic, param.slug))
  }
  return [...all]
}

interface RetainedTopicsOptions {
  /** Stored topics that the broker may retain. */
  load: () => Promise<readonly string[]>
  store: (topics: readonly string[]) => Promise<void>
  /** Makes the broker forget a topic. */
  forget: (topic: string) => void
}

/**
 * Tracks the topics that a broker retains for a connector, over restarts and outages: a topic is stored before it is
 * published, and removed after the broker has confirmed that it was cleared.
 */
export class RetainedTopics {
  readonly #options: RetainedTopicsOptions
  #stored: ReadonlySet<string> | null = null
  #current: ReadonlySet<string> = new Set()

  constructor(options: RetainedTopicsOptions) {
    this.#options = options
  }

  /** These are published from now on; the broker forgets all others. */
  async replace(topics: readonly string[]): Promise<void> {
    const stored = this.#stored ?? new Set(await this.#options.load())
    this.#stored = stored
    this.#current = new Set(topics)
    for (const topic of stored) if (!this.#current.has(topic)) this.#options.forget(topic)
    const all = new Set([...stored, ...topics])
    if (all.size > stored.size) await this.#store(all)
  }

  /** All messages are confirmed, so cleared topics need not be remembered any longer. */
  async confirmSent(): Promise<void> {
    if (this.#stored !== null && this.#stored.size !== this.#current.size) await this.#store(this.#current)
  }

  async #store(topics: ReadonlySet<string>): Promise<void> {
    await this.#options.store([...topics])
    this.#stored = topics
  }
}
