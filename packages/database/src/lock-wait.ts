import type { Queries } from './sql.ts'

/** A transaction that waits longer for a lock fails and can be retried: the holder of the lock may be waiting for one of ours. */
export const limitLockWait = (tx: Queries, waitMs: number) =>
  tx`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`
