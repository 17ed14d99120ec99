import { type Cloud, startCloud } from '@busbar/cloud'
import { readSettings } from '@busbar/cloud/env'
import { readMetrics } from './metrics.ts'
import { tempFolder } from './temp-folder.ts'

/** The real service with a database of its own. It may be stopped, and started again on what it left behind. */
export class OwnCloud {
  readonly #folder = tempFolder()
  #running: Cloud | null = null

  get folder(): string {
    return this.#folder.path
  }

  /** Starts a cloud with these options, in addition to those that isolate it. */
  async start(flags: Readonly<Record<string, string>>): Promise<Cloud> {
    const own = { http: '127.0.0.1:0', data: this.folder, 'log-level': 'warn' }
    this.#running = await startCloud(readSettings({ ...own, ...flags }, {}))
    return this.#running
  }

  metrics(): Promise<Record<string, number>> {
    return readMetrics(this.#running?.url ?? '')
  }

  async stop(): Promise<void> {
    await this.#running?.stop()
    this.#running = null
  }

  async clear(): Promise<void> {
    await this.stop()
    this.#folder.remove()
  }
}
