import { DatabaseProblem } from '../problem.ts'
import type { Queries, Sql } from '../sql.ts'
import { distributedTables } from './tables.ts'

/** Changes of readings wait so long at most behind the lock while it waits for those under way. */
const lockMs = 5000
const triesMax = 5
const lockNotAvailable = '55P03'
/** All changes come through it. */
const onCoordinatorAlone = 'set local citus.enable_ddl_propagation to off'

/** Before its first lock: that would take snapshots on the workers; and each connection to a worker has one, so there is one for all of its shards. */
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
        `A change of readings takes longer than ${(triesMax * lockMs) / 1000} s, so that the servers cannot be seen at one instant: try again later.`,
        { cause: error },
      )
    }
  }
}
