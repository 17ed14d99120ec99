import type { RecordedPoll } from '../../readings/poll.ts'
import type { AlertState, Fact, NetFact } from '../alert.ts'
import type { WatchedAlert } from './watched-alert.ts'

/** A state as it stands in the database, or a later one that differs only by what was seen. */
export interface Known {
  /** Null: there is none yet. */
  state: AlertState | null
  /** How often it was written; -1: nobody has looked. */
  version: number
}

/** An alert with all that is committed of it. Its turn comes when time alone may change something. */
export interface Standing extends Known {
  alert: WatchedAlert
  /** What was written after that, where nobody knows whether it was committed. */
  doubt: Known | null
  /** By the wall clock. */
  dueMs: number
  /** Its place among those that have a turn; -1: none. */
  at: number
}

/** What is handed to each alert. */
export type Handed = Map<Standing, Fact[]>

/** The places of a device's parameters that some alert looks at. */
type Hits = readonly (readonly [place: number, standings: readonly Standing[]])[]

/** All alerts in memory, by what concerns them. */
export class Standings {
  readonly #byId = new Map<number, Standing>()
  readonly #byParam = new Map<number, Standing[]>()
  readonly #byNet = new Map<number, Set<Standing>>()
  readonly #byParent = new Map<number, Set<Standing>>()
  /** A device's polls share the array of its parameters, so that it is looked through once; null after a change. */
  #hits: WeakMap<RecordedPoll['params'], Hits> | null = null

  get size(): number {
    return this.#byId.size
  }

  get(alertId: number): Standing | undefined {
    return this.#byId.get(alertId)
  }

  all(): Iterable<Standing> {
    return this.#byId.values()
  }

  put(alert: WatchedAlert): Standing {
    const old = this.#byId.get(alert.id)
    if (old) this.#unlink(old)
    const standing = old ?? { alert, state: null, version: -1, doubt: null, dueMs: 0, at: -1 }
    standing.alert = alert
    this.#byId.set(alert.id, standing)
    this.#link(standing)
    return standing
  }

  remove(alertId: number): Standing | undefined {
    const standing = this.#byId.get(alertId)
    if (!standing) return undefined
    this.#byId.delete(alertId)
    this.#unlink(standing)
    return standing
  }

  /** Those for which it matters whether the network is connected. */
  ofNet(netId: number): Iterable<Standing> {
    return this.#byNet.get(netId) ?? []
  }

  /** Those that depend on the alert. */
  ofParent(alertId: number): Iterable<Standing> {
    return this.#byParent.get(alertId) ?? []
  }

  /** What polls say to alerts, by time. */
  factsOf(polls: readonly RecordedPoll[]): Handed {
    const handed: Handed = new Map()
    for (const poll of polls) for (const hit of this.#hitsOf(poll.params)) addFact(handed, poll, hit)
    return handed
  }

  #hitsOf(params: RecordedPoll['params']): Hits {
    this.#hits ??= new WeakMap()
    const known = this.#hits.get(params)
    if (known) return known
    const hits = params.flatMap(({ id }, place) => {
      const standings = this.#byParam.get(id)
      return standings ? [[place, standings] as const] : []
    })
    this.#hits.set(params, hits)
    return hits
  }

  #link(standing: Standing): void {
    if (standing.alert.params.size > 0) this.#hits = null
    for (const paramId of standing.alert.params.keys()) {
      const others = this.#byParam.get(paramId)
      if (others) others.push(standing)
      else this.#byParam.set(paramId, [standing])
    }
    for (const netId of netsOf(standing.alert)) addTo(this.#byNet, netId, standing)
    for (const { id } of standing.alert.dependsOn) addTo(this.#byParent, id, standing)
  }

  #unlink(standing: Standing): void {
    if (standing.alert.params.size > 0) this.#hits = null
    for (const paramId of standing.alert.params.keys()) {
      const left = this.#byParam.get(paramId)?.filter((other) => other !== standing) ?? []
      if (left.length > 0) this.#byParam.set(paramId, left)
      else this.#byParam.delete(paramId)
    }
    for (const netId of netsOf(standing.alert)) removeFrom(this.#byNet, netId, standing)
    for (const { id } of standing.alert.dependsOn) removeFrom(this.#byParent, id, standing)
  }
}

const addTo = (sets: Map<number, Set<Standing>>, id: number, standing: Standing): void => {
  const others = sets.get(id)
  if (others) others.add(standing)
  else sets.set(id, new Set([standing]))
}

const removeFrom = (sets: Map<number, Set<Standing>>, id: number, standing: Standing): void => {
  const others = sets.get(id)
  others?.delete(standing)
  if (others?.size === 0) sets.delete(id)
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

/** Whether a state knows it already. That a network is connected is news only where it was not. */
export const isKnown = ({ state }: Standing, { netId, isConnected }: NetFact): boolean => {
  if (state === null) return false
  return (state.nets[netId]?.isConnected ?? true) === isConnected
}

const addFact = (handed: Handed, poll: RecordedPoll, [place, standings]: Hits[number]): void => {
  const paramId = poll.params[place]?.id ?? 0
  const { errors, readOn: on } = poll
  const reason = (typeof errors === 'string' ? errors : errors?.get(place)) ?? null
  const number = poll.values[place] ?? null
  // The text of a number has the digits that it lacks.
  const value = number === null ? null : (poll.texts?.get(place) ?? number)
  const fact: Fact = { kind: 'reading', paramId, on, value, reason }
  for (const standing of standings) {
    const facts = handed.get(standing)
    if (facts) facts.push(fact)
    else handed.set(standing, [fact])
  }
}
