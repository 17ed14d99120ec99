import type { OccurrenceState } from '@busbar/alerts/model'
import type { Queries, Sql } from '@busbar/database'
import type { LiveHub } from '../live/live-hub.ts'

export interface AlertNewsOptions {
  sql: Sql
  live: Pick<LiveHub, 'hasListeners' | 'publishAlert'>
  now: () => Date
  log: { error(details: object, message: string): void }
}

const channel = 'busbar_alert_log'
const waitingMax = 10_000

/** Tells listeners of every alert that changes, on whatever node it was judged: the database notifies after each commit. */
export class AlertNews {
  readonly #options: AlertNewsOptions
  /** `<organization>:<alert>`, each once: its state is read when its turn comes. */
  readonly #waiting = new Set<string>()
  #publishing: Promise<void> | null = null
  #unlisten: () => Promise<void> = async () => {}

  constructor(options: AlertNewsOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#options.sql.listen(channel, (name) => this.#enqueue(name))
  }

  async stop(): Promise<void> {
    await this.#unlisten()
    this.#waiting.clear()
    await this.#publishing
  }

  #enqueue(name: string): void {
    const orgId = Number(name.split(':')[0])
    if (!this.#options.live.hasListeners(orgId) || this.#waiting.size >= waitingMax) return
    this.#waiting.add(name)
    this.#publishing ??= this.#publishAll()
  }

  async #publishAll(): Promise<void> {
    for (const name of this.#waiting) {
      this.#waiting.delete(name)
      const [orgId = 0, alertId = 0] = name.split(':').map(Number)
      try {
        await this.#publish(orgId, alertId)
      } catch (error) {
        this.#options.log.error({ err: error, alertId }, 'live event of an alert was not sent')
      }
    }
    this.#publishing = null
  }

  async #publish(orgId: number, alertId: number): Promise<void> {
    const { sql, live, now } = this.#options
    const { episode, lastRecordId } = await changedAlert(sql, orgId, alertId)
    const on = episode === null ? now().getTime() : (episode.closedOn ?? episode.confirmed?.on ?? episode.startedOn)
    live.publishAlert({ orgId, alertId, isActive: episode?.closedOn === null, on, recordId: lastRecordId })
  }
}

const changedAlert = async (sql: Queries, orgId: number, alertId: number) => {
  const [row] = await sql<[{ episode: OccurrenceState | null; lastRecordId: number | null }]>`
    select (select state -> 'episode' from alert_state where org_id = ${orgId} and alert_id = ${alertId}) as episode,
           (select id from alert_record where org_id = ${orgId} and alert_id = ${alertId} order by episode desc limit 1)
             as "lastRecordId"`
  return row
}
