import type { Clock } from '@busbar/kit'
import { ChangeFeed } from '../../db/change-feed.ts'
import { piecesOf } from '../../db/pieces.ts'
import type { Sql } from '../../db/sql.ts'
import { allIds, type Changes, concernedIds } from '../store/alerts.sql.ts'
import { addStates } from '../store/states.sql.ts'
import { readAlerts, type WatchedAlert } from './read-alerts.ts'

export interface AlertDefinitionsOptions {
  sql: Sql
  clock: Clock
  log: { error(details: object, message: string): void }
}

/** Null: the alert is gone. */
export type AlertListener = (alert: WatchedAlert | null, alertId: number) => void

type Kind = 'alert' | 'device' | 'net' | 'org'

const channel = 'busbar_alerts_changed'
/** So many are read at once: few enough that others do not wait for it. */
const alertsAtOnce = 250

/** All alerts, as they are in the database right now, and the service's own ones about networks. It tells of each that changes. */
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

  async #read(changes: Changes | null): Promise<void> {
    const { alerts, nets } = await this.#concerned(changes)
    for (const some of piecesOf([...alerts, ...nets.map((netId) => -netId)], alertsAtOnce)) {
      await this.#readSome(some)
      if (this.#reader.isStopped) return
    }
  }

  /** What has to be read: what is there, and what was. */
  async #concerned(changes: Changes | null): Promise<{ alerts: number[]; nets: number[] }> {
    const { sql } = this.#options
    if (changes !== null) return { alerts: await concernedIds(sql, changes), nets: [...changes.nets] }
    const { alerts, nets } = await allIds(sql)
    const known = [...this.#alerts.keys()]
    return {
      alerts: [...new Set([...alerts, ...known.filter((id) => id > 0)])],
      nets: [...new Set([...nets, ...known.filter((id) => id < 0).map((id) => -id)])],
    }
  }

  /** The service's own alert about a network has the network's id with a minus. */
  async #readSome(all: readonly number[]): Promise<void> {
    const { sql } = this.#options
    const ids = all.filter((id) => id > 0)
    const netIds = all.filter((id) => id < 0).map((id) => -id)
    await addStates(sql, ids, netIds)
    const read = await readAlerts(sql, ids, netIds)
    if (this.#reader.isStopped) return
    for (const id of all) this.#put(id, read.get(id) ?? null)
  }

  #put(id: number, alert: WatchedAlert | null): void {
    const old = this.#alerts.get(id) ?? null
    if (old?.revision === alert?.revision && old?.name === alert?.name) return
    if (alert) this.#alerts.set(id, alert)
    else this.#alerts.delete(id)
    this.#listener(alert, id)
  }
}

/** What is told is `alert:7`, or another kind with its id. */
const changesOf = (names: readonly string[]): Changes => {
  const idsOf = (kind: Kind): number[] =>
    names.filter((name) => name.startsWith(`${kind}:`)).map((name) => Number(name.slice(kind.length + 1)))
  return { alerts: idsOf('alert'), devices: idsOf('device'), nets: idsOf('net'), orgs: idsOf('org') }
}
