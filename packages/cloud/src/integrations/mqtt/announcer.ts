import { passes } from '@busbar/mqtt'
import type { Connector } from '../connector.ts'
import type { ConnectedDevice } from '../directory.sql.ts'
import { announcements, type DiscoveryOptions, withRemoved } from './discovery.rules.ts'
import type { MqttSettings } from './settings.ts'
import type { Topics } from './topics.rules.ts'

interface AnnouncerOptions {
  connector: Pick<Connector<MqttSettings>, 'orgId' | 'settings'>
  topics: Topics
  publicUrl: () => string
  publish: (topic: string, payload: string) => void
}

/** Publishes new and changed devices for Home Assistant's discovery. */
export class Announcer {
  readonly #options: AnnouncerOptions
  /** Published messages by topic. */
  #published = new Map<string, string>()

  constructor(options: AnnouncerOptions) {
    this.#options = options
  }

  /** Forgets what was published, so that everything is published again. */
  clear(): void {
    this.#published.clear()
  }

  topics(): string[] {
    return [...this.#published.keys()]
  }

  /** Publishes changed devices; does nothing if discovery is off. */
  announce(devices: readonly ConnectedDevice[]): void {
    const { connector, topics, publicUrl, publish } = this.#options
    const { discovery, discoveryPrefix: prefix, qos, commands } = connector.settings
    if (!discovery) return
    const options: DiscoveryOptions = {
      orgId: connector.orgId,
      topics,
      qos,
      publicUrl: publicUrl(),
      isCommanded: (device, param) => commands.some((one) => passes(one, `${device.net}/${device.slug}/${param.slug}`)),
    }
    const payloads = announcements(devices, prefix, options)
    for (const [topic, payload] of payloads) {
      const previous = this.#published.get(topic)
      if (previous === payload) continue
      const next = withRemoved(previous, payload)
      payloads.set(topic, next)
      publish(topic, next)
    }
    this.#published = payloads
  }
}
