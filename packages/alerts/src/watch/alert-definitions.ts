import { ChangeFeed, piecesOf, readAhead, type Sql } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import { affectedIds, allIds, type ChangedIds } from '../store/alerts.sql.ts'
import { addStates, analyzeStates } from '../store/states.sql.ts'
import { readAlerts, type WatchedAlert } from './read-alerts.ts'

export interface AlertDefinitionsOptions {
  sql: Sql
  clock: Clock
  log: { error(details: object, message: string): void }
}

/** Null: the alert is gone. */
export type AlertListener = (alert: WatchedAlert | null, alertId: number) => void

type ChangeKind = 'alert' | 'device' | 'net' | 'org'

const channel = 'busbar_alerts_changed'
/** Alerts that are read at once: few enough that other work is not delayed. */
const alertsAtOnce = 250
/** States that are created at once. */
const statesAtOnce = 5000
/** After this many new rows the planner needs new statistics. */
const manyStates = 1000

/** Keeps all alerts and the service's own alerts about networks in sync with the database, and reports each change. */
export class AlertDefinitions {
  readonly #options: AlertDefinitionsOptions
  readonly #listener: AlertListener
  readonly #reader: ChangeFeed
  readonly #alerts = new Map<number, WatchedAlert>()

  constructor(options: AlertDefinitionsOptions, listener: AlertListener) {
    this.#options = options
    this.#listener = listener
    this.#reader = new ChangeFeed({
      ...options,
      channel,
      failure: 'alerts could not be read from the database',
      read: (names) => this.#read(names && changesOf(names)),
    })
  }

  get size(): number {
    return this.#alerts.size
  }

  start(): Promise<void> {
    return this.#reader.start()
  }

  stop(): Promise<void> {
    return this.#reader.stop()
  }

  async #read(changes: ChangedIds | null): Promise<void> {
    const { alerts, nets } = await this.#affectedIds(changes)
    const all = [...alerts, ...nets.map((netId) => -netId)]
    await this.#addStates(all)
    const pieces = readAhead(piecesOf(all, alertsAtOnce), (some) => this.#readBatch(some))
    for await (const [some, found] of pieces) {
      if (this.#reader.isStopped) return
      for (const id of some) this.#update(id, found.get(id) ?? null)
    }
  }

  /**
   * Updates the statistics after the first rows: otherwise the planner assumes an empty table and scans it for each
   * alert.
   */
  async #addStates(all: readonly number[]): Promise<void> {
    const { sql } = this.#options
    let isAnalyzed = false
    for (const some of piecesOf(all, statesAtOnce)) {
      const added = await addStates(sql, alertsOf(some), netsOf(some))
      if (isAnalyzed || added < manyStates) continue
      await analyzeStates(sql)
      isAnalyzed = true
    }
  }

  /** Returns the IDs to read: existing objects and removed ones. */
  async #affectedIds(changes: ChangedIds | null): Promise<{ alerts: number[]; nets: number[] }> {
    const { sql } = this.#options
    if (changes !== null) return { alerts: await affectedIds(sql, changes), nets: [...changes.nets] }
    const { alerts, nets } = await allIds(sql)
    const knownIds = [...this.#alerts.keys()]
    return {
      alerts: [...new Set([...alerts, ...knownIds.filter((id) => id > 0)])],
      nets: [...new Set([...nets, ...knownIds.filter((id) => id < 0).map((id) => -id)])],
    }
  }

  #readBatch(all: readonly number[]): Promise<Map<number, WatchedAlert>> {
    return readAlerts(this.#options.sql, alertsOf(all), netsOf(all))
  }

  #update(id: number, alert: WatchedAlert | null): void {
    const old = this.#alerts.get(id) ?? null
    if (old?.revision === alert?.revision && old?.name === alert?.name) return
    if (alert) this.#alerts.set(id, alert)
    else this.#alerts.delete(id)
    this.#listener(alert, id)
  }
}

/** The service's own alert about a network has the network's id with a minus. */
const alertsOf = (all: readonly number[]): number[] => all.filter((id) => id > 0)
const netsOf = (all: readonly number[]): number[] => all.filter((id) => id < 0).map((id) => -id)

/** Parses change notifications such as `alert:7`. */
const changesOf = (names: readonly string[]): ChangedIds => {
  const idsOf = (kind: ChangeKind): number[] =>
    names.filter((name) => name.startsWith(`${kind}:`)).map((name) => Number(name.slice(kind.length + 1)))
  return { alerts: idsOf('alert'), devices: idsOf('device'), nets: idsOf('net'), orgs: idsOf('org') }
}
