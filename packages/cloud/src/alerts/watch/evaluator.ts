import { type Clock, Heap, Mutex } from '@busbar/kit'
import type { Database } from '../../db/open.ts'
import type { Tx } from '../../db/sql.ts'
import type { RecordedPoll } from '../../readings/poll.ts'
import type { Ended } from '../../readings/recording/writer.ts'
import type { Now } from '../alert.ts'
import { changedStates, limitWaiting } from '../store/states.sql.ts'
import { type Judgement, judge } from './judge.ts'
import { handLast } from './last-facts.ts'
import { handParents } from './parent-facts.ts'
import { type Handed, type Standing, Standings } from './standings.ts'

export interface EvaluatorOptions {
  db: Pick<Database, 'tx'>
  clock: Clock
  now: () => Date
  log: { error(details: object, message: string): void }
  /** The time of the oldest poll that is not known to be recorded; null: there is none. */
  oldestOn: () => number | null
}

const lockWaitMs = 5000
/** How long an alert rests that has no sensible turn. */
const oddTurnMs = 60_000

/**
 * Judges alerts in transactions, those that record readings and its own. Memory holds what is committed, and is never ahead of it: so one
 * transaction judges at a time, from its first look at memory until its end is known.
 */
export class Evaluator {
  readonly #options: EvaluatorOptions
  readonly #onDoubt: (standing: Standing) => void
  readonly standings = new Standings()
  readonly #turns = new Heap<Standing>()
  readonly #judging = new Mutex()
  /** Our own transactions take one connection, however many wait. */
  readonly #own = new Mutex()
  #runOn = 0
  #judged = 0
  #stored = 0

  /**
   * `onDoubt` is told of alerts that must be judged again: nobody knows whether what was stored of them was committed, or what they
   * depend on has changed.
   */
  constructor(options: EvaluatorOptions, onDoubt: (standing: Standing) => void) {
    this.#options = options
    this.#onDoubt = onDoubt
  }

  /** Of alerts, since the start. */
  get counts(): { judged: number; stored: number } {
    return { judged: this.#judged, stored: this.#stored }
  }

  /** Another run begins. */
  start(): void {
    this.#runOn = this.#options.now().getTime()
  }

  /** Time stands still while polls wait, up to the one that is judged: what waits in a queue is not silence. */
  now(judgedOn = 0): Now {
    const wallOn = this.#options.now().getTime()
    const on = Math.min(wallOn, Math.max(this.#options.oldestOn() ?? wallOn, judgedOn))
    return { on, aheadMs: wallOn - this.#options.clock.now(), runOn: this.#runOn }
  }

  /** When time alone may change something; infinite where it cannot. */
  get nextTurnOn(): number {
    return this.#turns.next?.dueMs ?? Infinity
  }

  /** Takes those whose turn it is, up to so many in all. */
  takeTurns(handed: Handed, countMax: number): void {
    const { on } = this.now()
    for (let { next } = this.#turns; next && next.dueMs <= on && handed.size < countMax; { next } = this.#turns) {
      this.#turns.remove(next)
      if (!handed.has(next)) handed.set(next, [])
    }
  }

  remove(alertId: number): Standing | undefined {
    const gone = this.standings.remove(alertId)
    if (gone) this.#turns.remove(gone)
    return gone
  }

  /** In the transaction that records polls. The answer must be told how that ended. */
  async within(tx: Tx, polls: readonly RecordedPoll[]): Promise<Ended | undefined> {
    const handed = this.standings.factsOf(polls)
    if (handed.size === 0) return undefined
    const release = await this.#judging.lock()
    try {
      // One that was changed is not over before it has looked at all that its new conditions need.
      const changed = [...handed.keys()].filter(
        ({ alert, state }) => state !== null && state.revision !== alert.revision,
      )
      if (changed.length > 0) await handLast(tx, handed, changed)
      const newestOn = polls.reduce((on, { readOn }) => Math.max(on, readOn), 0)
      await handParents(tx, handed, [...handed.keys()], this.now(newestOn).on)
      const judgements = await judge(tx, handed, this.now(newestOn), this.#options.log)
      return (ending) => {
        if (ending !== 'undone') this.#settle(judgements, ending === 'done')
        release()
      }
    } catch (error) {
      release()
      throw error
    }
  }

  /** In a transaction of its own, with the last readings. `prepare` is called when nobody else judges. */
  async judge(handed: Handed, prepare: () => void = () => {}): Promise<void> {
    const endOwn = await this.#own.lock()
    let release = (): void => {}
    let isOver = false as boolean
    let judgements: Judgement[] = []
    let now = this.now()
    try {
      await this.#options.db.tx(async (tx) => {
        await limitWaiting(tx, lockWaitMs)
        const end = await this.#judging.lock()
        // The connection may be lost while we wait, and then nobody waits for us.
        if (isOver) return end()
        release = end
        prepare()
        // What was handed stays as it is for the next time, if there must be one.
        const facts: Handed = new Map(handed)
        await forgetChanged(tx, handed.keys())
        await handLast(tx, facts, handed.keys())
        now = this.now()
        await handParents(tx, facts, handed.keys(), now.on)
        judgements = await judge(tx, facts, now, this.#options.log)
      })
      this.#settle(judgements, true)
      this.#placeOdd(handed, now.on)
    } catch (error) {
      this.#settle(judgements, false)
      throw error
    } finally {
      isOver = true
      release()
      endOwn()
    }
  }

  /** What only was seen may be remembered in any case: it is handed in again, and then changes nothing. */
  #settle(judgements: readonly Judgement[], isSure: boolean): void {
    for (const { standing, state, version, isStored, base } of judgements) {
      const isDoubtful = isStored && !isSure
      const known = isDoubtful ? base : { state, version }
      standing.state = known.state
      standing.version = known.version
      standing.doubt = isDoubtful ? { state, version } : null
      if (!this.#isOurs(standing)) continue
      if (isDoubtful) this.#onDoubt(standing)
      else this.#place(standing, state.wakeOn)
      if (isStored) this.#wakeDependents(standing)
    }
    if (!isSure) return
    this.#judged += judgements.length
    for (const { isStored } of judgements) if (isStored) this.#stored += 1
  }

  /** Those that wait for this one, or should, and do not know it yet. */
  #wakeDependents({ alert, state }: Standing): void {
    const isActive = state?.episode?.closedOn === null
    for (const child of this.standings.ofParent(alert.id)) {
      if ((child.state?.parents?.[alert.id]?.isActive ?? false) !== isActive) this.#onDoubt(child)
    }
  }

  #place(standing: Standing, wakeOn: number | null): void {
    if (wakeOn === null) return this.#turns.remove(standing)
    standing.dueMs = wakeOn
    if (standing.at < 0) this.#turns.push(standing)
    else this.#turns.moved(standing)
  }

  /** Alerts that could not be judged, or want their turn again at once, must not keep us busy for ever. */
  #placeOdd(handed: Handed, on: number): void {
    for (const standing of handed.keys()) {
      const isOdd = standing.at < 0 ? standing.state === null : standing.dueMs <= on
      if (isOdd && this.#isOurs(standing)) this.#place(standing, on + oddTurnMs)
    }
  }

  #isOurs(standing: Standing): boolean {
    return this.standings.get(standing.alert.id) === standing
  }
}

/** A node that records nothing hears nothing of what others judge: before it does so itself, it looks whether they have. */
const forgetChanged = async (tx: Tx, standings: Iterable<Standing>): Promise<void> => {
  const all = [...standings]
  const known = all.map(({ alert: { orgId, id }, version }) => ({ orgId, id, version }))
  const changed = await changedStates(tx, known)
  for (const standing of all) if (changed.has(standing.alert.id) && standing.doubt === null) standing.version = -1
}
