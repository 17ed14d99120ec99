import type { Clock } from '@busbar/modbus'
import type { Sql } from '../../db/types.ts'
import { type Changes, concernedIds } from '../store/alerts.sql.ts'
import { addStates } from '../store/states.sql.ts'
import { readAlerts } from './read-alerts.ts'
import type { WatchedAlert } from './watched-alert.ts'

export interface AlertBookOptions {
  sql: Sql
  clock: Clock
  log: { error(details: object, message: string): void }
}

/** Null: the alert is gone. */
export type AlertListener = (alert: WatchedAlert | null, alertId: number) => void

type Kind = 'alert' | 'device' | 'net' | 'org'

const channel = 'busbar_alerts_changed'
/** Changes come in flocks: those of so short a time are read together. */
const gatherMs = 5
const retryMs = 2_000

/** All alerts, as they are in the database right now, and the service's own ones about networks. It tells of each that changes. */
export class AlertBook {
  readonly #options: AlertBookOptions
  readonly #listener: AlertListener
  #stale = noChanges()
  /** Whether all are to be read again. */
  #isAllStale = false
  #isReading = false
  #isStopped = false
  #callOff: (() => void) | null = null
  #unlisten: () => Promise<void> = async () => {}
  readonly #alerts = new Map<number, WatchedAlert>()

  constructor(options: AlertBookOptions, listener: AlertListener) {
    this.#options = options
    this.#listener = listener
  }

  get size(): number {
    return this.#alerts.size
  }

  /** Listens first and reads then, so that no change falls between. */
  async start(): Promise<void> {
    let isFirst = true
    // Called at the start and whenever a lost connection is there again: meanwhile nobody told of changes.
    const onListen = (): void => {
      if (!isFirst) this.#forgetAll()
      isFirst = false
    }
    const listening = await this.#options.sql.listen(channel, (what) => this.#changed(what), onListen)
    this.#unlisten = () => listening.unlisten()
    await this.#read(null)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#callOff?.()
    await this.#unlisten()
  }

  #changed(what: string): void {
    const [kind = '', id] = what.split(':')
    if (!(kind in this.#stale)) return
    this.#stale[kind as Kind].add(Number(id))
    this.#readIn(gatherMs)
  }

  #forgetAll(): void {
    this.#isAllStale = true
    this.#readIn(gatherMs)
  }

  /** One reading at a time: what goes stale meanwhile is read after it. */
  #readIn(delayMs: number): void {
    if (this.#callOff || this.#isReading || this.#isStopped) return
    this.#callOff = this.#options.clock.after(delayMs, () => {
      this.#callOff = null
      void this.#readStale()
    })
  }

  async #readStale(): Promise<void> {
    const stale = this.#stale
    const isAll = this.#isAllStale
    this.#stale = noChanges()
    this.#isAllStale = false
    this.#isReading = true
    let delayMs = gatherMs
    try {
      await this.#read(isAll ? null : changesOf(stale))
    } catch (error) {
      if (!this.#isStopped) this.#options.log.error({ err: error }, 'Alerts could not be read from the database')
      this.#isAllStale ||= isAll
      for (const kind of kinds) for (const id of stale[kind]) this.#stale[kind].add(id)
      delayMs = retryMs
    }
    this.#isReading = false
    if (this.#isAllStale || kinds.some((kind) => this.#stale[kind].size > 0)) this.#readIn(delayMs)
  }

  async #read(changes: Changes | null): Promise<void> {
    const { sql } = this.#options
    const ids = changes && (await concernedIds(sql, changes))
    const netIds = changes && changes.nets
    await addStates(sql, ids, netIds)
    const read = await readAlerts(sql, ids, netIds)
    if (this.#isStopped) return
    const asked = ids && netIds && [...ids, ...netIds.map((netId) => -netId)]
    for (const id of asked ?? new Set([...this.#alerts.keys(), ...read.keys()])) this.#put(id, read.get(id) ?? null)
  }

  #put(id: number, alert: WatchedAlert | null): void {
    const old = this.#alerts.get(id) ?? null
    if (old?.revision === alert?.revision && old?.name === alert?.name) return
    if (alert) this.#alerts.set(id, alert)
    else this.#alerts.delete(id)
    this.#listener(alert, id)
  }
}

const kinds: readonly Kind[] = ['alert', 'device', 'net', 'org']

const noChanges = (): Record<Kind, Set<number>> => ({
  alert: new Set(),
  device: new Set(),
  net: new Set(),
  org: new Set(),
})

const changesOf = (stale: Readonly<Record<Kind, ReadonlySet<number>>>): Changes => ({
  alerts: [...stale.alert],
  devices: [...stale.device],
  nets: [...stale.net],
  orgs: [...stale.org],
})
