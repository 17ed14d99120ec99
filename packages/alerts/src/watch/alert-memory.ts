import { at } from '@busbar/kit'
import type { RecordedPoll } from '@busbar/readings'
import type { AlertState, Fact, NetFact } from '../alert-state.ts'
import type { WatchedAlert } from './read-alerts.ts'

/** A state as it stands in the database, or a later one that differs only by what was seen. */
export interface KnownState {
  /** Null: there is none yet. */
  state: AlertState | null
  /** How often it was written; -1: not read yet. */
  version: number
}

/** An alert with all that is committed of it. Its turn comes when time alone may change something. */
export interface AlertEntry extends KnownState {
  alert: WatchedAlert
  /** State written later, if the outcome of the commit is unknown. */
  uncommitted: KnownState | null
  /** Wall clock time. */
  dueMs: number
  /** Its place among those that have a turn; -1: none. */
  at: number
}

/** New facts, by the alert that they concern. */
export type FactsByAlert = Map<AlertEntry, Fact[]>

/** The places of a device's parameters that some alert watches. */
type WatchedPlaces = readonly (readonly [place: number, entries: readonly AlertEntry[]])[]

/** All alerts in memory, by what concerns them. */
export class AlertMemory {
  readonly #byId = new Map<number, AlertEntry>()
  readonly #byParam = new Map<number, AlertEntry[]>()
  readonly #byNet = new Map<number, Set<AlertEntry>>()
  readonly #byParent = new Map<number, Set<AlertEntry>>()
  /** The polls of a device share the array of its parameters, so that it is searched once; null after a change. */
  #hits: WeakMap<RecordedPoll['params'], WatchedPlaces> | null = null

  get size(): number {
    return this.#byId.size
  }

  get(alertId: number): AlertEntry | undefined {
    return this.#byId.get(alertId)
  }

  all(): Iterable<AlertEntry> {
    return this.#byId.values()
  }

  put(alert: WatchedAlert): AlertEntry {
    const old = this.#byId.get(alert.id)
    if (old) this.#unlink(old)
    const entry = old ?? { alert, state: null, version: -1, uncommitted: null, dueMs: 0, at: -1 }
    entry.alert = alert
    this.#byId.set(alert.id, entry)
    this.#link(entry)
    return entry
  }

  remove(alertId: number): AlertEntry | undefined {
    const entry = this.#byId.get(alertId)
    if (!entry) return undefined
    this.#byId.delete(alertId)
    this.#unlink(entry)
    return entry
  }

  /** Returns alerts that depend on the connection of the network. */
  ofNet(netId: number): Iterable<AlertEntry> {
    return this.#byNet.get(netId) ?? []
  }

  /** Returns alerts that depend on this alert. */
  ofParent(alertId: number): Iterable<AlertEntry> {
    return this.#byParent.get(alertId) ?? []
  }

  /** The readings of polls, by the alerts that watch them. */
  factsOf(polls: readonly RecordedPoll[]): FactsByAlert {
    const batch: FactsByAlert = new Map()
    for (const poll of polls) for (const hit of this.#hitsOf(poll.params)) addFact(batch, poll, hit)
    return batch
  }

  #hitsOf(params: RecordedPoll['params']): WatchedPlaces {
    this.#hits ??= new WeakMap()
    const cached = this.#hits.get(params)
    if (cached) return cached
    const hits = params.flatMap(({ id }, index) => {
      const entries = this.#byParam.get(id)
      return entries ? [[index, entries] as const] : []
    })
    this.#hits.set(params, hits)
    return hits
  }

  #link(entry: AlertEntry): void {
    if (entry.alert.params.size > 0) this.#hits = null
    for (const paramId of entry.alert.params.keys()) {
      const others = this.#byParam.get(paramId)
      if (others) others.push(entry)
      else this.#byParam.set(paramId, [entry])
    }
    for (const netId of netsOf(entry.alert)) addTo(this.#byNet, netId, entry)
    for (const { id } of entry.alert.dependsOn) addTo(this.#byParent, id, entry)
  }

  #unlink(entry: AlertEntry): void {
    if (entry.alert.params.size > 0) this.#hits = null
    for (const paramId of entry.alert.params.keys()) {
      const left = this.#byParam.get(paramId)?.filter((other) => other !== entry) ?? []
      if (left.length > 0) this.#byParam.set(paramId, left)
      else this.#byParam.delete(paramId)
    }
    for (const netId of netsOf(entry.alert)) removeFrom(this.#byNet, netId, entry)
    for (const { id } of entry.alert.dependsOn) removeFrom(this.#byParent, id, entry)
  }
}

const addTo = (sets: Map<number, Set<AlertEntry>>, id: number, entry: AlertEntry): void => {
  const others = sets.get(id)
  if (others) others.add(entry)
  else sets.set(id, new Set([entry]))
}

const removeFrom = (sets: Map<number, Set<AlertEntry>>, id: number, entry: AlertEntry): void => {
  const others = sets.get(id)
  others?.delete(entry)
  if (others?.size === 0) sets.delete(id)
}

/** Networks that have something to say about it. */
export const relevantNets = (alert: WatchedAlert): Set<number> => {
  const ids = netsOf(alert)
  for (const { netId } of alert.params.values()) ids.add(netId)
  return ids
}

const netsOf = ({ conditions, params, dependsOn }: WatchedAlert): Set<number> => {
  const ids = new Set(dependsOn.flatMap(({ id }) => (id < 0 ? [-id] : [])))
  for (const { kind, paramId, value } of conditions) {
    if (kind === 'net-down') ids.add(value)
    const netId = params.get(paramId)?.netId
    if (netId !== undefined && (kind === 'no-data' || kind === 'reading-error')) ids.add(netId)
  }
  return ids
}

/** Returns true if the state contains the fact. A connected network is new only if it was disconnected. */
export const isNetKnown = ({ state }: AlertEntry, { netId, isConnected }: NetFact): boolean => {
  if (state === null) return false
  return (state.nets[netId]?.isConnected ?? true) === isConnected
}

const addFact = (batch: FactsByAlert, poll: RecordedPoll, [index, entries]: WatchedPlaces[number]): void => {
  const paramId = at(poll.params, index).id
  const { errors, readOn: on } = poll
  const reason = (typeof errors === 'string' ? errors : errors?.get(index)) ?? null
  const number = poll.values[index] ?? null
  // The text of a number has the digits that it lacks.
  const value = number === null ? null : (poll.texts?.get(index) ?? number)
  const fact: Fact = { kind: 'reading', paramId, on, value, reason }
  for (const entry of entries) {
    const facts = batch.get(entry)
    if (facts) facts.push(fact)
    else batch.set(entry, [fact])
  }
}

/** Limit per alert: a network may reconnect often while the database is unavailable. */
const factsMax = 16

/** Alerts to be judged outside of recording, with their new facts. */
export class PendingEvaluations {
  #facts: FactsByAlert = new Map()

  get size(): number {
    return this.#facts.size
  }

  has(entry: AlertEntry): boolean {
    return this.#facts.has(entry)
  }

  add(entry: AlertEntry, ...facts: readonly Fact[]): void {
    const queued = this.#facts.get(entry) ?? []
    queued.push(...facts)
    // The first says when it began, and the last what is so now.
    if (queued.length > factsMax) queued.splice(1, queued.length - factsMax)
    this.#facts.set(entry, queued)
  }

  remove(entry: AlertEntry): void {
    this.#facts.delete(entry)
  }

  take(countMax: number): FactsByAlert {
    const batch: FactsByAlert = new Map()
    for (const [entry, facts] of this.#facts) {
      if (batch.size === countMax) break
      batch.set(entry, facts)
      this.#facts.delete(entry)
    }
    return batch
  }

  /** Returns taken facts to the memory, before newer ones. */
  putBack(batch: FactsByAlert): void {
    const newer = this.#facts
    this.#facts = new Map()
    for (const [entry, facts] of [...batch, ...newer]) this.add(entry, ...facts)
  }
}
