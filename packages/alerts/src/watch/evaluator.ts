import { type Database, limitLockWait, type Tx } from '@busbar/database'
import { type Clock, Heap, Mutex } from '@busbar/kit'
import type { RecordedPoll, TransactionListener } from '@busbar/readings'
import type { AlertState, EvaluationTime, Transition } from '../alert-state.ts'
import { newState, step } from '../engine/step.ts'
import { effectRows, storeEffects } from '../store/effects.sql.ts'
import { changedStates, type LockedState, lockStates } from '../store/states.sql.ts'
import { type AlertEntry, AlertMemory, type FactsByAlert, type KnownState, relevantNets } from './alert-memory.ts'
import type { WatchedAlert } from './read-alerts.ts'
import { addLastReadings, addParents } from './stored-facts.ts'

export interface EvaluatorOptions {
  db: Pick<Database, 'tx'>
  clock: Clock
  now: () => Date
  log: { error(details: object, message: string): void }
  /** The time of the oldest poll that is not known to be recorded; null: there is none. */
  oldestOn: () => number | null
  /** Returns true if this node polls the network; set only with several nodes. */
  isOurs?: (netId: number) => boolean
}

const lockWaitMs = 5000
/** Delay of the next evaluation of an alert that failed or would be due again at once. */
const stuckRetryMs = 60_000
/** Interval at which alerts of other nodes are checked for a change of owner. */
const remoteRecheckMs = 5000

/**
 * Judges alerts in transactions, those that record readings and its own. Memory holds what is committed, and is never ahead of it: so one
 * transaction judges at a time, from its first look at memory until its end is known.
 */
export class Evaluator {
  readonly #options: EvaluatorOptions
  readonly #rejudge: (entry: AlertEntry) => void
  readonly memory = new AlertMemory()
  readonly #queue = new Heap<AlertEntry>()
  readonly #judging = new Mutex()
  /** Our own transactions take one connection, however many wait. */
  readonly #ownTx = new Mutex()
  #runOn = 0
  #judged = 0
  #stored = 0

  /**
   * `onRejudge` gets alerts that must be judged again: the outcome of their commit is unknown, or what they depend on has changed.
   */
  constructor(options: EvaluatorOptions, onRejudge: (entry: AlertEntry) => void) {
    this.#options = options
    this.#rejudge = onRejudge
  }

  /** Evaluated alerts since the start. */
  get counts(): { judged: number; stored: number } {
    return { judged: this.#judged, stored: this.#stored }
  }

  /** Another run begins. */
  start(): void {
    this.#runOn = this.#options.now().getTime()
  }

  /** Time stands still while polls wait, up to the one that is judged: what waits in a queue is not silence. */
  now(judgedOn = 0): EvaluationTime {
    const wallOn = this.#options.now().getTime()
    const on = Math.min(wallOn, Math.max(this.#options.oldestOn() ?? wallOn, judgedOn))
    return { on, aheadMs: wallOn - this.#options.clock.now(), runOn: this.#runOn }
  }

  /** When time alone may change something; infinite where it cannot. */
  get nextDueOn(): number {
    return this.#queue.next?.dueMs ?? Infinity
  }

  /** Takes those whose turn it is, up to so many in all. */
  takeDue(batch: FactsByAlert, countMax: number): void {
    const { on } = this.now()
    for (let { next } = this.#queue; next && next.dueMs <= on && batch.size < countMax; { next } = this.#queue) {
      if (!this.#isLocal(next.alert)) {
        this.#schedule(next, on + remoteRecheckMs)
        continue
      }
      this.#queue.remove(next)
      if (!batch.has(next)) batch.set(next, [])
    }
  }

  remove(alertId: number): AlertEntry | undefined {
    const removed = this.memory.remove(alertId)
    if (removed) this.#queue.remove(removed)
    return removed
  }

  /** Evaluates in the transaction that records polls. The returned listener must be called with its outcome. */
  async inRecordingTx(tx: Tx, polls: readonly RecordedPoll[]): Promise<TransactionListener | undefined> {
    const batch = this.memory.factsOf(polls)
    if (batch.size === 0) return undefined
    const release = await this.#judging.lock()
    try {
      // A changed alert must read everything that its new conditions need before it can resolve.
      const shared = this.#shared(batch.keys())
      if (shared.length > 0) await forgetChanged(tx, shared)
      const changed = [...batch.keys()].filter(
        ({ alert, state }) => state !== null && state.revision !== alert.revision,
      )
      const incomplete = new Set([...shared, ...changed])
      if (incomplete.size > 0) await addLastReadings(tx, batch, incomplete)
      const newestOn = polls.reduce((on, { readOn }) => Math.max(on, readOn), 0)
      await addParents(tx, batch, [...batch.keys()], this.now(newestOn).on)
      const judgements = await judge(tx, batch, this.now(newestOn), this.#options.log)
      return (outcome) => {
        if (outcome !== 'undone') this.#settle(judgements, outcome === 'done')
        release()
      }
    } catch (error) {
      release()
      throw error
    }
  }

  /** Alerts that other nodes evaluate too, with their readings, so that the memory may be outdated. */
  #shared(entries: Iterable<AlertEntry>): AlertEntry[] {
    const { isOurs } = this.#options
    if (isOurs === undefined) return []
    return [...entries].filter(({ alert }) => [...relevantNets(alert)].some((netId) => !isOurs(netId)))
  }

  /** Time passes for an alert on the node that has the first of its networks. */
  #isLocal(alert: WatchedAlert): boolean {
    const { isOurs } = this.#options
    if (isOurs === undefined) return true
    const nets = relevantNets(alert)
    return nets.size === 0 || isOurs(Math.min(...nets))
  }

  /** In a transaction of its own, with the last readings. `prepare` is called once no other transaction judges. */
  async judge(batch: FactsByAlert, prepare: () => void = () => {}): Promise<void> {
    const unlockOwnTx = await this.#ownTx.lock()
    let release = (): void => {}
    let isOver = false as boolean
    let judgements: UncommittedState[] = []
    let now = this.now()
    try {
      await this.#options.db.tx(async (tx) => {
        await limitLockWait(tx, lockWaitMs)
        const end = await this.#judging.lock()
        // The connection may be lost meanwhile, and the transaction over.
        if (isOver) return end()
        release = end
        prepare()
        // The caller's facts stay as they are: it may have to try again.
        const facts: FactsByAlert = new Map(batch)
        await forgetChanged(tx, batch.keys())
        await addLastReadings(tx, facts, batch.keys())
        now = this.now()
        await addParents(tx, facts, batch.keys(), now.on)
        judgements = await judge(tx, facts, now, this.#options.log)
      })
      this.#settle(judgements, true)
      this.#scheduleStuck(batch, now.on)
    } catch (error) {
      this.#settle(judgements, false)
      throw error
    } finally {
      isOver = true
      release()
      unlockOwnTx()
    }
  }

  /** Readings that changed nothing may be remembered in any case: they come again, and then change nothing. */
  #settle(judgements: readonly UncommittedState[], isSure: boolean): void {
    for (const { entry, state, version, isStored, base } of judgements) {
      const isUncertain = isStored && !isSure
      const stored = isUncertain ? base : { state, version }
      entry.state = stored.state
      entry.version = stored.version
      entry.uncommitted = isUncertain ? { state, version } : null
      if (!this.#isCurrent(entry)) continue
      if (isUncertain) this.#rejudge(entry)
      else this.#schedule(entry, state.wakeOn)
      if (isStored) this.#wakeDependents(entry)
    }
    if (!isSure) return
    this.#judged += judgements.length
    for (const { isStored } of judgements) if (isStored) this.#stored += 1
  }

  /** Alerts that depend on this one and do not know its state yet. */
  #wakeDependents({ alert, state }: AlertEntry): void {
    const isActive = state?.episode?.closedOn === null
    for (const child of this.memory.ofParent(alert.id)) {
      if ((child.state?.parents?.[alert.id]?.isActive ?? false) !== isActive) this.#rejudge(child)
    }
  }

  #schedule(entry: AlertEntry, wakeOn: number | null): void {
    if (wakeOn === null) return this.#queue.remove(entry)
    entry.dueMs = wakeOn
    if (entry.at < 0) this.#queue.push(entry)
    else this.#queue.moved(entry)
  }

  /** Delays alerts that failed, or are due again at once, so that they do not cause an endless loop. */
  #scheduleStuck(batch: FactsByAlert, on: number): void {
    for (const entry of batch.keys()) {
      const isStuck = entry.at < 0 ? entry.state === null : entry.dueMs <= on
      if (isStuck && this.#isCurrent(entry)) this.#schedule(entry, on + stuckRetryMs)
    }
  }

  #isCurrent(entry: AlertEntry): boolean {
    return this.memory.get(entry.alert.id) === entry
  }
}

/** A node that records nothing learns nothing of what others judge: it checks before it judges itself. */
const forgetChanged = async (tx: Tx, entries: Iterable<AlertEntry>): Promise<void> => {
  const all = [...entries]
  const versions = all.map(({ alert: { orgId, id }, version }) => ({ orgId, id, version }))
  const changed = await changedStates(tx, versions)
  for (const entry of all) if (changed.has(entry.alert.id) && entry.uncommitted === null) entry.version = -1
}

/** New state of an alert, valid once its transaction is committed. */
interface UncommittedState {
  entry: AlertEntry
  state: AlertState
  version: number
  isStored: boolean
  /** From which it was judged. */
  base: KnownState
}

type Log = { error(details: object, message: string): void }

/** The evaluated alert; the memory may already contain a newer one. */
interface Evaluation {
  alert: WatchedAlert
  step: Transition
}

type Evaluations = Map<AlertEntry, Evaluation>

/** Evaluates alerts and stores the results. The memory changes after the commit only. */
const judge = async (tx: Tx, batch: FactsByAlert, now: EvaluationTime, log: Log): Promise<UncommittedState[]> => {
  const steps: Evaluations = new Map()
  const areAllLoaded = areLoaded(batch.keys())
  if (areAllLoaded) stepEach(steps, batch, (entry) => entry, now, log)
  const toLock = areAllLoaded ? worthStoring(steps) : [...batch.keys()]
  // Mostly nothing but what was seen.
  if (toLock.length === 0) return judgementsOf(steps)
  const rows = await lockEntries(tx, toLock)
  const changed = toLock.filter((entry) => rows.get(entry) === baseOf(entry, rows))
  if (changed.length > 0) await addLastReadings(tx, batch, changed)

  const again = new Map((areAllLoaded ? changed : toLock).map((entry) => [entry, batch.get(entry) ?? []]))
  stepEach(steps, again, (entry) => baseOf(entry, rows), now, log)
  // Deleted meanwhile.
  for (const entry of toLock) if (!rows.has(entry)) steps.delete(entry)
  const results = [...steps.values()].filter(({ step: { isWorthStoring } }) => isWorthStoring)
  if (results.length > 0) await storeEffects(tx, effectRows(results))
  return judgementsOf(steps, rows)
}

const areLoaded = (entries: Iterable<AlertEntry>): boolean => {
  for (const { version, uncommitted } of entries) if (version < 0 || uncommitted) return false
  return true
}

const worthStoring = (steps: Evaluations): AlertEntry[] => {
  const entries: AlertEntry[] = []
  for (const [entry, { step: one }] of steps) if (one.isWorthStoring) entries.push(entry)
  return entries
}

/** Locks all rows of a transaction in one statement, which prevents deadlocks. */
const lockEntries = async (tx: Tx, entries: readonly AlertEntry[]): Promise<Map<AlertEntry, LockedState>> => {
  const versions = entries.map(({ alert: { orgId, id }, version }) => ({ orgId, id, version }))
  const rows = new Map((await lockStates(tx, versions)).map((row) => [row.alertId, row]))
  return new Map(entries.flatMap((entry) => entryOf(entry, rows.get(entry.alert.id))))
}

const entryOf = (entry: AlertEntry, row: LockedState | undefined): [AlertEntry, LockedState][] =>
  row ? [[entry, row]] : []

/**
 * Returns the state to continue from: the one in memory, the one written with an unknown outcome, or the one of another
 * node. The own state includes readings that were not worth storing, so it is preferred.
 */
const baseOf = (entry: AlertEntry, rows: ReadonlyMap<AlertEntry, LockedState>): KnownState => {
  const row = rows.get(entry)
  if (row === undefined || row.version === entry.version) return entry
  const { uncommitted } = entry
  const isOurs = uncommitted?.version === row.version && isSame(uncommitted.state, row.state)
  return isOurs ? uncommitted : row
}

const isSame = (one: AlertState | null, other: AlertState | null): boolean =>
  one?.on === other?.on && one?.runOn === other?.runOn && one?.aheadMs === other?.aheadMs

/** An alert that cannot be judged keeps no other from it, nor the readings from being recorded. */
const stepEach = (
  steps: Evaluations,
  batch: FactsByAlert,
  baseOfOne: (entry: AlertEntry) => KnownState,
  now: EvaluationTime,
  log: Log,
): void => {
  for (const [entry, facts] of batch) {
    const { alert } = entry
    try {
      const state = baseOfOne(entry).state ?? newState(alert, now)
      steps.set(entry, { alert, step: step(alert, state, facts, now) })
    } catch (err) {
      steps.delete(entry)
      log.error({ err, alertId: alert.id }, 'an alert could not be judged')
    }
  }
}

const judgementsOf = (steps: Evaluations, rows: ReadonlyMap<AlertEntry, LockedState> = new Map()): UncommittedState[] =>
  Array.from(
    steps,
    ([
      entry,
      {
        step: { state, isWorthStoring: isStored },
      },
    ]) => {
      const base = baseOf(entry, rows)
      return { entry, state, version: base.version + (isStored ? 1 : 0), isStored, base }
    },
  )
