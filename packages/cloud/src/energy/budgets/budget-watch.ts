import type { Database, Tx } from '@busbar/database'
import { type Clock, Periodic } from '@busbar/kit'
import type { BudgetNotice } from '@busbar/messaging/message'
import { type Decimal, round, toNumber, toText } from '@busbar/modbus/decimal'
import { type BudgetEvent, type BudgetReading, freshState, judgeBudget, percentAbove } from './budget.rules.ts'
import {
  type BudgetKey,
  type BudgetRow,
  type DueBudget,
  dueBudgets,
  notifyContacts,
  saveBudgetState,
  takeDueBudget,
} from './budgets.sql.ts'

export interface BudgetWatchOptions {
  db: Database
  clock: Clock
  now: () => Date
  /** How the month of a budget stands; null where that cannot be said. */
  read: (budget: BudgetRow) => Promise<{ place: string; reading: BudgetReading } | null>
  log: { error(details: object, message: string): void }
}

const passMs = 60_000
const everyMs = 3_600_000

/**
 * Evaluates each budget once an hour, and notifies its recipients when a month is expected to exceed the plan. The
 * state is stored with the messages in one transaction, so that a stop of the service neither repeats nor loses a
 * notification.
 */
export class BudgetWatch {
  readonly #options: BudgetWatchOptions
  readonly #passes: Periodic<BudgetKey>

  constructor(options: BudgetWatchOptions) {
    this.#options = options
    const { db, clock, now, log } = options
    this.#passes = new Periodic({
      name: 'budgets',
      clock,
      everyMs: passMs,
      items: () => dueBudgets(db.sql, now()),
      run: (budget) => db.tx((tx) => this.#check(tx, budget)),
      onError: (error, { item }) => log.error({ err: error, budgetId: item?.id }, 'a budget was not evaluated'),
    })
  }

  start(): void {
    this.#passes.start()
  }

  stop(): Promise<void> {
    return this.#passes.stop()
  }

  /** Evaluates all budgets that are due now. */
  async pass(): Promise<void> {
    this.#passes.wake()
    await this.#passes.settled()
  }

  async #check(tx: Tx, due: BudgetKey): Promise<void> {
    const on = this.#options.now()
    const budget = await takeDueBudget(tx, due, on)
    if (budget === undefined) return
    const next = new Date(on.getTime() + everyMs)
    const before = { ...freshState, ...budget.state }
    const found = await this.#options.read(budget)
    // A plan of zero counts as no plan.
    if (found === null || found.reading.plan.digits === 0n) {
      await saveBudgetState(tx, budget, before, next)
      return
    }
    const { reading, place } = found
    const isMuted = budget.mutedTill !== null && budget.mutedTill > on
    const { state, news } = judgeBudget(before, { ...reading, tolerancePercent: budget.tolerancePercent, isMuted })
    await saveBudgetState(tx, budget, state, next)
    if (news !== null) await notifyContacts(tx, budget, state.episode, noticeOf(news, place, budget, reading), on)
  }
}

const noticeOf = (
  news: BudgetEvent,
  place: string,
  { treeId, planOf }: DueBudget,
  { month, unit, plan, soFar, expected }: BudgetReading,
): BudgetNotice => {
  const shown = (value: Decimal): string => toText(round(value, planOf === 'cost' || toNumber(value) < 100 ? 2 : 0))
  const above = news === 'exceeded' ? soFar : expected
  return {
    news,
    treeId,
    place,
    month,
    plan: shown(plan),
    soFar: soFar && shown(soFar),
    expected: expected && shown(expected),
    percent: above === null ? 0 : (percentAbove(above, plan) ?? 0),
    unit,
  }
}
