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
  put: (topic: string, payload: string) => void
}

/** What Home Assistant is told of devices: each when it is new or has changed. */
export class Announcer {
  readonly #options: AnnouncerOptions
  /** By topic. */
  #told = new Map<string, string>()

  constructor(options: AnnouncerOptions) {
    this.#options = options
  }

  /** Everything is told again. */
  clear(): void {
    this.#told.clear()
  }

  topics(): string[] {
    return [...this.#told.keys()]
  }

  /** Nothing where it is not to be told. */
  announce(devices: readonly ConnectedDevice[]): void {
    const { connector, topics, publicUrl, put } = this.#options
    const { discovery, discoveryPrefix: prefix, qos, commands } = connector.settings
    if (!discovery) return
    const options: DiscoveryOptions = {
      orgId: connector.orgId,
      topics,
      qos,
      publicUrl: publicUrl(),
      isCommanded: (device, param) => commands.some((one) => passes(one, `${device.net}/${device.slug}/${param.slug}`)),
    }
    const wanted = announcements(devices, prefix, options)
    for (const [topic, payload] of wanted) {
      const told = this.#told.get(topic)
      if (told === payload) continue
      const next = withRemoved(told, payload)
      wanted.set(topic, next)
      put(topic, next)
    }
    this.#told = wanted
  }
}
