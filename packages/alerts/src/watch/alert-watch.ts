import { piecesOf, type Transactions, type Tx } from '@busbar/database'
import type { RecordedPoll, TransactionListener } from '@busbar/readings'
import type { AlertState, Confirmation, ConfirmFact, NetFact, OccurrenceState } from '../alert-state.ts'
import { holdOf } from '../engine/hold.rules.ts'
import type { Hold } from '../holds.ts'
import { AlertDefinitions } from './alert-definitions.ts'
import { type AlertEntry, type FactsByAlert, isNetKnown, PendingEvaluations } from './alert-memory.ts'
import { Evaluator, type EvaluatorOptions } from './evaluator.ts'
import { type Links, NetWatch } from './net-watch.ts'
import type { WatchedAlert } from './read-alerts.ts'

export interface AlertWatchOptions extends EvaluatorOptions {
  db: Transactions
  log: { info(details: object, message: string): void; error(details: object, message: string): void }
  links: Links
}

export interface AlertWatchStatus {
  alerts: number
  /** Alerts with new facts or a due time that are not evaluated yet. */
  pending: number
  /** How far evaluation is behind: its turns, readings that wait to be recorded, or a transaction that does not end. */
  lateMs: number
  /** Evaluated alerts since the start. */
  judged: number
  stored: number
  /** In milliseconds since 1970; null while all is well. */
  failingSince: number | null
}

export interface ConfirmRequest extends Pick<ConfirmFact, 'additions' | 'from' | 'comment'> {
  orgId: number
  alertId: number
  /** The occurrence that was seen; the one of now unless said. */
  episode?: number | undefined
}

/** Alerts in one transaction: few enough that others do not wait for it. */
const batchMax = 250
/** The same before anything is recorded, when no transaction waits. */
const firstBatchMax = 1000
const restMinMs = 500
const restMaxMs = 30_000
/** After so long it is looked again what time it is: clocks are set. */
const recheckMs = 30_000

/**
 * Judges alerts: in the transaction that records readings, and in transactions of their own when time, a network, a person or a change of
 * the alert is the reason.
 */
export class AlertWatch {
  readonly #options: AlertWatchOptions
  readonly #evaluator: Evaluator
  readonly #pending = new PendingEvaluations()
  readonly #definitions: AlertDefinitions
  readonly #nets: NetWatch
  #isRunning = false
  #judging: Promise<void> | null = null
  #underWay = 0
  /** When the transaction began that evaluates them, by the clock. */
  #underWaySinceMs: number | null = null
  #cancel: (() => void) | null = null
  #restMs = restMinMs
  #restTillMs = 0
  #failingSince: number | null = null

  constructor(options: AlertWatchOptions) {
    this.#options = options
    const { db, clock, now, log, links } = options
    this.#evaluator = new Evaluator(options, (entry) => {
      this.#pending.add(entry)
      this.#wake()
    })
    this.#definitions = new AlertDefinitions({ sql: db.sql, clock, log }, (alert, id) => this.#changed(alert, id))
    this.#nets = new NetWatch({ links, clock, now, log, onFact: (fact) => this.#onNetFact(fact) })
  }

  /** Takes up all alerts where they were left, with what was recorded last. */
  async start(): Promise<void> {
    this.#evaluator.start()
    await this.#definitions.start()
    while (this.#pending.size > 0) await this.#evaluator.judge(this.#pending.take(firstBatchMax))
    this.#isRunning = true
    this.#nets.start()
    this.#wake()
  }

  /** Stops the timers; recorded polls are still evaluated. */
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#cancel?.()
    await this.#nets.stop()
    await this.#definitions.stop()
    await this.#judging
  }

  status(): AlertWatchStatus {
    const { memory, counts } = this.#evaluator
    return {
      alerts: memory.size,
      pending: this.#pending.size + this.#underWay,
      lateMs: memory.size === 0 ? 0 : this.#lateMs(),
      ...counts,
      failingSince: this.#failingSince,
    }
  }

  #lateMs(): number {
    const { clock, now } = this.#options
    // Time stands still for alerts while readings wait to be recorded.
    const behindMs = now().getTime() - Math.min(this.#evaluator.now().on, this.#evaluator.nextDueOn)
    return Math.max(0, behindMs, clock.now() - (this.#underWaySinceMs ?? clock.now()))
  }

  /** As it stands, with the newest values; null where nothing is known of it. */
  state(alertId: number): AlertState | null {
    return this.#evaluator.memory.get(alertId)?.state ?? null
  }

  /** Returns an alert that this node evaluates, with its state; otherwise null. */
  watched(alertId: number): { alert: WatchedAlert; state: AlertState | null } | null {
    return this.#evaluator.memory.get(alertId) ?? null
  }

  /** Joins the transaction that records polls. The returned listener must be called with its outcome. */
  async inRecordingTx(tx: Tx, polls: readonly RecordedPoll[]): Promise<TransactionListener | undefined> {
    const ended = await this.#evaluator.inRecordingTx(tx, polls)
    return (
      ended &&
      ((outcome) => {
        ended(outcome)
        this.#wake()
      })
    )
  }

  /** Why messages about it wait now; null: they do not, or it is not known here. */
  hold(alertId: number): Hold | null {
    const entry = this.#evaluator.memory.get(alertId)
    return entry ? holdOf(entry.alert, entry.state, this.#evaluator.now().on) : null
  }

  /** A network's own alert has the network's id with a minus. */
  async confirm(request: ConfirmRequest): Promise<Confirmation> {
    const [answer] = await this.#confirm([request])
    return answer?.[1] ?? 'inactive'
  }

  /** Several at once. Answers the best result. */
  async confirmAll(all: readonly Omit<ConfirmRequest, 'from' | 'comment'>[], from: string): Promise<Confirmation> {
    const answers = new Set((await this.confirmEach(all.map((one) => ({ ...one, from, comment: null })))).values())
    return (['confirmed', 'confirmed-before'] as const).find((word) => answers.has(word)) ?? 'inactive'
  }

  /** The same, with what came of each alert that is known here. */
  async confirmEach(requests: readonly ConfirmRequest[]): Promise<Map<number, Confirmation>> {
    const answers = new Map<number, Confirmation>()
    for (const some of piecesOf(requests, batchMax)) {
      for (const [alertId, answer] of await this.#confirm(some)) {
        if (answers.get(alertId) !== 'confirmed') answers.set(alertId, answer)
      }
    }
    return answers
  }

  async #confirm(requests: readonly ConfirmRequest[]): Promise<[alertId: number, Confirmation][]> {
    const confirmations = requests.flatMap(({ orgId, alertId, episode: occurrence, ...fields }) => {
      const entry = this.#evaluator.memory.get(alertId)
      return entry?.alert.orgId === orgId ? [{ entry, fields: { ...fields, occurrence } }] : []
    })
    const facts: FactsByAlert = new Map(confirmations.map(({ entry }) => [entry, []]))
    const before = new Map<AlertEntry, OccurrenceState | null>()
    await this.#evaluator.judge(facts, () => {
      const on = this.#options.now().getTime()
      for (const { entry, fields } of confirmations) {
        before.set(entry, entry.state?.episode ?? null)
        facts.get(entry)?.push({ kind: 'confirm', on, ...fields })
      }
    })
    this.#wake()
    return confirmations.map(({ entry, fields: { occurrence } }) => [
      entry.alert.id,
      confirmationOf(before.get(entry) ?? null, entry.state?.episode ?? null, occurrence),
    ])
  }

  #changed(alert: WatchedAlert | null, alertId: number): void {
    if (alert) this.#pending.add(this.#evaluator.memory.put(alert))
    else {
      const removed = this.#evaluator.remove(alertId)
      if (removed) this.#pending.remove(removed)
    }
    this.#wake()
  }

  #onNetFact(fact: NetFact): void {
    for (const entry of this.#evaluator.memory.ofNet(fact.netId)) {
      if (this.#pending.has(entry) || !isNetKnown(entry, fact)) this.#pending.add(entry, fact)
    }
    this.#wake()
  }

  /** Works at once, or when the next turn comes. */
  #wake(): void {
    if (!this.#isRunning || this.#judging) return
    this.#cancel?.()
    this.#cancel = this.#options.clock.after(this.#delayMs(), () => {
      this.#cancel = null
      this.#judging = this.#judgePending().finally(() => {
        this.#judging = null
        this.#wake()
      })
    })
  }

  #delayMs(): number {
    const restMs = this.#restTillMs - this.#options.clock.now()
    const turnMs = this.#pending.size > 0 ? 0 : this.#evaluator.nextDueOn - this.#evaluator.now().on
    return Math.max(0, restMs, Math.min(turnMs, recheckMs))
  }

  async #judgePending(): Promise<void> {
    while (this.#isRunning) {
      const facts = this.#pending.take(batchMax)
      this.#evaluator.takeDue(facts, batchMax)
      this.#underWay = facts.size
      if (facts.size === 0) return
      this.#underWaySinceMs = this.#options.clock.now()
      try {
        await this.#evaluator.judge(facts)
        this.#succeed()
      } catch (error) {
        this.#pending.putBack(facts)
        this.#underWay = 0
        this.#fail(error)
        return
      } finally {
        this.#underWaySinceMs = null
      }
    }
  }

  #succeed(): void {
    this.#restMs = restMinMs
    if (this.#failingSince !== null) this.#options.log.info({ since: this.#failingSince }, 'alerts are judged again')
    this.#failingSince = null
  }

  #fail(error: unknown): void {
    if (this.#failingSince === null) this.#options.log.error({ err: error }, 'alerts cannot be judged and wait')
    this.#failingSince ??= this.#options.now().getTime()
    this.#restTillMs = this.#options.clock.now() + this.#restMs
    this.#restMs = Math.min(this.#restMs * 2, restMaxMs)
  }
}

const confirmationOf = (
  before: OccurrenceState | null,
  after: OccurrenceState | null,
  occurrence: number | undefined,
): Confirmation => {
  if (after === null || (occurrence !== undefined && after.no !== occurrence)) return 'inactive'
  if (before?.no === after.no && before.confirmed !== null) return 'confirmed-before'
  return after.confirmed === null ? 'inactive' : 'confirmed'
}
