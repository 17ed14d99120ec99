import type { Clock } from '@busbar/kit'
import { type Decimal, round, toNumber, toText } from '@busbar/modbus/decimal'
import type { BudgetNotice } from '../../alerts/delivery/message/message.ts'
import type { Service } from '../../service.ts'
import { storedTree } from '../trees/stored-tree.ts'
import type { StoredTree } from '../trees/trees.sql.ts'
import { type BudgetEvent, freshState, judgeBudget, percentAbove } from './budget.rules.ts'
import { type BudgetRow, notifyContacts, saveBudgetState, takeDueBudget } from './budgets.sql.ts'
import { type BudgetReading, readBudget } from './read-budget.ts'

export type BudgetWatchOptions = Pick<Service, 'db' | 'energy' | 'now'> & {
  clock: Clock
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
    const { db, energy, now } = this.#options
    const on = now()
    const budget = await takeDueBudget(tx, on)
    if (budget === undefined) return false
    const next = new Date(on.getTime() + everyMs)
    const before = { ...freshState, ...budget.state }
    const call = { db, energy, now, orgId: budget.orgId }
    const tree = await storedTree(call, budget.treeId)
    const reading = await readBudget(call, tree, budget)
    // Nought is no plan.
    if (reading === null || reading.plan.digits === 0n) {
      await saveBudgetState(tx, budget, before, next)
      return true
    }
    const isMuted = budget.mutedTill !== null && budget.mutedTill > on
    const { state, news } = judgeBudget(before, { ...reading, tolerancePercent: budget.tolerancePercent, isMuted })
    await saveBudgetState(tx, budget, state, next)
    if (news !== null) await notifyContacts(tx, budget, state.episode, noticeOf(news, tree, budget, reading), on)
    return true
  }
}

const noticeOf = (
  news: BudgetEvent,
  tree: StoredTree,
  { branchId, planOf }: BudgetRow,
  { month, unit, plan, soFar, expected }: BudgetReading,
): BudgetNotice => {
  const branch = tree.branches.find(({ id }) => id === branchId)
  const shown = (value: Decimal): string => toText(round(value, planOf === 'cost' || toNumber(value) < 100 ? 2 : 0))
  const above = news === 'exceeded' ? soFar : expected
  return {
    news,
    treeId: tree.id,
    place: [tree.name, branch?.name].filter((one) => one !== undefined).join(' / '),
    month,
    plan: shown(plan),
    soFar: soFar && shown(soFar),
    expected: expected && shown(expected),
    percent: above === null ? 0 : (percentAbove(above, plan) ?? 0),
    unit,
  }
}
