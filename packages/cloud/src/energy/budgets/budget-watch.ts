import type { Clock } from '@busbar/kit'
import { type Decimal, round, toNumber, toText } from '@busbar/modbus/decimal'
import type { BudgetNotice } from '../../alerts/delivery/message/message.ts'
import type { Database } from '../../db/open.ts'
import { type BudgetEvent, type BudgetReading, freshState, judgeBudget, percentAbove } from './budget.rules.ts'
import { type BudgetRow, type DueBudget, notifyContacts, saveBudgetState, takeDueBudget } from './budgets.sql.ts'

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
const batchMax = 200

/**
 * Looks at each budget once an hour, and tells who is named that a month will end above plan. What was told is stored with the messages, in one
 * transaction: whenever the service stops, nothing is told twice, nor left out.
 */
export class BudgetWatch {
  readonly #options: BudgetWatchOptions
  #cancel: () => void = () => {}
  #isStopped = true
  #passing: Promise<void> = Promise.resolve()

  constructor(options: BudgetWatchOptions) {
    this.#options = options
  }

  start(): void {
    this.#isStopped = false
    this.#arm()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel()
    await this.#passing
  }

  /** Looks at all that are due. */
  async pass(): Promise<void> {
    for (let count = 0; count < batchMax; count += 1) {
      if (!(await this.#options.db.tx((tx) => this.#checkNext(tx)))) return
    }
  }

  #arm(): void {
    this.#cancel = this.#options.clock.after(passMs, () => {
      this.#passing = this.pass()
        .catch((error: unknown) => this.#options.log.error({ err: error }, 'budgets were not looked at'))
        .finally(() => {
          if (!this.#isStopped) this.#arm()
        })
    })
  }

  /** Answers whether there was one. */
  async #checkNext(tx: Parameters<typeof takeDueBudget>[0]): Promise<boolean> {
    const on = this.#options.now()
    const budget = await takeDueBudget(tx, on)
    if (budget === undefined) return false
    const next = new Date(on.getTime() + everyMs)
    const before = { ...freshState, ...budget.state }
    const found = await this.#options.read(budget)
    // Nought is no plan.
    if (found === null || found.reading.plan.digits === 0n) {
      await saveBudgetState(tx, budget, before, next)
      return true
    }
    const { reading, place } = found
    const isMuted = budget.mutedTill !== null && budget.mutedTill > on
    const { state, news } = judgeBudget(before, { ...reading, tolerancePercent: budget.tolerancePercent, isMuted })
    await saveBudgetState(tx, budget, state, next)
    if (news !== null) await notifyContacts(tx, budget, state.episode, noticeOf(news, place, budget, reading), on)
    return true
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
