import type { Queries, Statement, Transactions } from '@busbar/database'
import { type Clock, Periodic } from '@busbar/kit'
import type { AlertRetention } from './retention.sql.ts'

export interface NightlyRetentionOptions {
  db: Transactions
  clock: Clock
  now: () => Date
  log: { error(details: object, message: string): void }
}

/** A table whose rows are deleted once they are older than their organization keeps them. */
interface RetainedRows {
  table: string
  /** Indexed with the organization. */
  timeColumn: string
  days: keyof AlertRetention
  /** Excludes rows that are still in use. */
  isEnded: (sql: Queries, before: Date) => Statement
}

const retainedRows: readonly RetainedRows[] = [
  {
    table: 'alert_record',
    timeColumn: 'started_on',
    days: 'logDays',
    isEnded: (sql, before) => sql`r.closed_on < ${before}`,
  },
  {
    table: 'message',
    timeColumn: 'due_on',
    days: 'messageDays',
    isEnded: (sql) => sql`r.state not in ('waiting', 'sending') and not exists (
      select from alert_record o
      where o.org_id = r.org_id and o.alert_id = r.alert_id and o.episode = r.episode and o.closed_on is null)`,
  },
]

interface OrgRetention extends AlertRetention {
  orgId: number
}

const batchMax = 5000
const checkMs = 3_600_000
const dayMs = 86_400_000
const nightHourMs = 2 * 3_600_000

/**
 * Deletes old rows once a day, at the first hourly check after 02:00 UTC. Batches are short transactions, and several nodes may run this at
 * once: each skips the rows that another one has locked.
 */
export class NightlyRetention {
  readonly #options: NightlyRetentionOptions
  readonly #checks: Periodic<OrgRetention>
  #lastDay: number | null = null

  constructor(options: NightlyRetentionOptions) {
    this.#options = options
    const { clock, log } = options
    this.#checks = new Periodic<OrgRetention>({
      name: 'nightly retention',
      clock,
      everyMs: checkMs,
      items: () => this.#dueOrgs(),
      run: (org) => this.#deleteOf(org),
      onError: (error, { item }) => log.error({ err: error, orgId: item?.orgId }, 'old rows were not deleted'),
    })
  }

  start(): void {
    this.#checks.start()
  }

  /** Waits until the current batch is deleted. */
  stop(): Promise<void> {
    return this.#checks.stop()
  }

  settled(): Promise<void> {
    return this.#checks.settled()
  }

  async #dueOrgs(): Promise<readonly OrgRetention[]> {
    const { db, now } = this.#options
    const day = Math.floor((now().getTime() - nightHourMs) / dayMs)
    if (day === this.#lastDay) return []
    const orgs = await db.sql<OrgRetention[]>`
      select id as "orgId", alert_log_days as "logDays", message_days as "messageDays" from org
      where alert_log_days is not null or message_days is not null order by id`
    this.#lastDay = day
    return orgs
  }

  async #deleteOf({ orgId, ...retention }: OrgRetention): Promise<void> {
    const { db, now } = this.#options
    for (const rows of retainedRows) {
      const days = retention[rows.days]
      if (days === null) continue
      const before = new Date(now().getTime() - days * dayMs)
      while (!this.#checks.isStopped && (await deleteBatch(db.sql, orgId, rows, before)) === batchMax) {}
    }
  }
}

/** Deletes the oldest rows, and returns their number. */
const deleteBatch = async (
  sql: Queries,
  orgId: number,
  { table, timeColumn, isEnded }: RetainedRows,
  before: Date,
): Promise<number> => {
  const { count } = await sql`
    delete from ${sql(table)} where org_id = ${orgId} and id in (
      select r.id from ${sql(table)} r
      where r.org_id = ${orgId} and r.${sql(timeColumn)} < ${before} and ${isEnded(sql, before)}
      order by r.${sql(timeColumn)}, r.id limit ${batchMax} for update of r skip locked)`
  return count
}
