import type { Sql } from '../../db/sql.ts'
import type { LiveHub } from '../../live/live-hub.ts'
import { isActive } from './status.rules.ts'
import { standingOfAlert } from './status.sql.ts'

export interface AlertNewsOptions {
  sql: Sql
  live: Pick<LiveHub, 'isHeard' | 'tellAlert'>
  now: () => Date
  log: { error(details: object, message: string): void }
}

const channel = 'busbar_alert_log'
const waitingMax = 10_000

/** Tells those who listen of every alert that stands otherwise, on whatever node it was judged: the database says which, after its commit. */
export class AlertNews {
  readonly #options: AlertNewsOptions
  /** `<organization>:<alert>`, each once: it is told how it stands when its turn comes. */
  readonly #waiting = new Set<string>()
  #telling: Promise<void> | null = null
  #unlisten: () => Promise<void> = async () => {}

  constructor(options: AlertNewsOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#options.sql.listen(channel, (name) => this.#hear(name))
  }

  async stop(): Promise<void> {
    await this.#unlisten()
    this.#waiting.clear()
    await this.#telling
  }

  #hear(name: string): void {
    const orgId = Number(name.split(':')[0])
    if (!this.#options.live.isHeard(orgId) || this.#waiting.size >= waitingMax) return
    this.#waiting.add(name)
    this.#telling ??= this.#tellAll()
  }

  async #tellAll(): Promise<void> {
    for (const name of this.#waiting) {
      this.#waiting.delete(name)
      const [orgId = 0, alertId = 0] = name.split(':').map(Number)
      try {
        await this.#tell(orgId, alertId)
      } catch (error) {
        this.#options.log.error({ err: error, alertId }, 'an alert was not told of')
      }
    }
    this.#telling = null
  }

  async #tell(orgId: number, alertId: number): Promise<void> {
    const { sql, live, now } = this.#options
    const { episode, lastRecordId } = await standingOfAlert(sql, orgId, alertId)
    const on = episode === null ? now().getTime() : (episode.closedOn ?? episode.confirmed?.on ?? episode.startedOn)
    live.tellAlert({ orgId, alertId, isActive: isActive(episode), on, recordId: lastRecordId })
  }
}
