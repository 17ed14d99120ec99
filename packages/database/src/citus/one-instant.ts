import { DatabaseProblem } from '../problem.ts'
import type { Queries, Sql } from '../sql.ts'
import { distributedTables } from './tables.ts'

/** Longest wait of changes of readings behind the lock while running changes finish. */
const lockMs = 5000
const triesMax = 5
const lockNotAvailable = '55P03'
/** All changes go through the coordinator. */
const onCoordinatorAlone = 'set local citus.enable_ddl_propagation to off'

/**
 * Must run before the transaction's first lock, which takes snapshots on the workers. Each connection to a worker has a
 * snapshot of its own, so a single connection serves all its shards.
 */
export const keepOneSnapshot = (tx: Queries): PromiseLike<unknown> =>
  tx.unsafe(`${onCoordinatorAlone}; set local citus.max_adaptive_executor_pool_size to 1`)

/**
 * Gives a new transaction one consistent snapshot of the coordinator and every worker. Each server takes its snapshot
 * with the first statement there; `begin` is the first one on the coordinator. Changes of readings wait meanwhile. The
 * transaction must already hold its locks: it would deadlock with a transaction that waits for a stronger lock.
 */
export const seeOneInstant = (sql: Sql, tx: Queries, begin: () => PromiseLike<unknown>): Promise<void> =>
  whileReadingsRest(sql, async () => {
    await begin()
    for (const table of distributedTables) await tx.unsafe(`select org_id from ${table} limit 1`)
  })

const whileReadingsRest = async (sql: Sql, work: () => Promise<void>): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sql.begin(async (tx) => {
        await tx.unsafe(`${onCoordinatorAlone}; set local lock_timeout to ${lockMs}`)
        await tx.unsafe(`lock table ${distributedTables.join()} in share mode`)
        await work()
      })
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable) throw error
      if (tries < triesMax) continue
      throw new DatabaseProblem(
        `A change of readings takes longer than ${(triesMax * lockMs) / 1000} s, so the servers have no common snapshot: try again later.`,
        { cause: error },
      )
    }
  }
}
