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

/** What Home Assistant is told of devices: each when it is new or has changed. */
export class Announcer {
  readonly #options: AnnouncerOptions
  /** By topic. */
  #published = new Map<string, string>()

  constructor(options: AnnouncerOptions) {
    this.#options = options
  }

  /** Everything is told again. */
  clear(): void {
    this.#published.clear()
  }

  topics(): string[] {
    return [...this.#published.keys()]
  }

  /** Nothing where it is not to be told. */
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
