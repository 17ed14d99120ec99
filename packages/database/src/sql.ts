import type { CopyStreamQuery, CopyToStreamQuery } from 'pg-copy-streams'
import { Connection } from './client/connection.ts'
import { Listener } from './client/listener.ts'
import { Pool, type PoolOptions, transactionOn } from './client/pool.ts'
import { type Queries, queriesBy } from './client/statement.ts'

export type { Queries } from './client/statement.ts'

/** A transaction. */
export type Tx = Queries & { readonly isTransaction: true }
/** A transaction on a separate connection, with COPY. */
export type CopyTx = Tx & {
  /** `copy ... to stdout`. */
  copyOut(text: string): CopyToStreamQuery
  /** `copy ... from stdin`. */
  copyIn(text: string): CopyStreamQuery
}

/** The connection pool. */
export interface Sql extends Queries {
  readonly options: PoolOptions
  /** Runs a transaction, in a mode such as `isolation level repeatable read`; an error rolls it back. */
  begin<T>(work: (tx: Tx) => Promise<T>, mode?: string): Promise<T>
  /** Runs a transaction on a connection outside the pool, for long work and COPY. */
  beginApart<T>(work: (tx: CopyTx) => Promise<T>, mode?: string): Promise<T>
  /**
   * Subscribes to a channel. Resolves when notifications arrive, with a function that ends the subscription. `onBegin`
   * is called at the start and after each outage, `onLost` when an outage begins.
   */
  listen(
    channel: string,
    onInvalidated: (text: string) => void,
    onBegin?: () => void,
    onLost?: () => void,
  ): Promise<() => Promise<void>>
  status(): { open: number; busy: number; waiting: number }
  /** Waits up to `patienceMs` for running statements, then closes their connections. */
  end(patienceMs?: number): Promise<void>
}

const patienceMsDefault = 5_000

/** Connects only at the first statement. */
export const openSql = (options: PoolOptions): Sql => {
  const pool = new Pool(options)
  const listener = new Listener(options)
  return Object.assign(
    queriesBy((statement) => pool.run(statement)),
    {
      options,
      status: () => pool.status(),
      async begin<T>(work: (tx: Tx) => Promise<T>, mode = ''): Promise<T> {
        const connection = await pool.take()
        try {
          return await transactionOn(connection, mode, (send) => work(txBy(send)))
        } finally {
          pool.release(connection)
        }
      },
      async beginApart<T>(work: (tx: CopyTx) => Promise<T>, mode = ''): Promise<T> {
        const connection = await Connection.open(options, true)
        const copies = {
          copyOut: (text: string) => connection.copyOut(text),
          copyIn: (text: string) => connection.copyIn(text),
        }
        let failure: { error: unknown } | undefined
        const fail = (error: unknown): never => {
          failure = { error }
          // An unfinished COPY would block the rollback; closing the connection rolls back as well.
          connection.destroy()
          throw error
        }
        try {
          const result = await transactionOn(connection, mode, (send) =>
            work(Object.assign(txBy(send), copies)).catch(fail),
          )
          await connection.end()
          return result
        } catch (error) {
          throw failure === undefined ? error : failure.error
        }
      },
      listen: (channel: string, onInvalidated: (text: string) => void, onBegin = () => {}, onLost = () => {}) =>
        listener.add({ channel, onInvalidated, onBegin, onLost }),
      async end(patienceMs = patienceMsDefault): Promise<void> {
        listener.end()
        await pool.end(patienceMs)
      },
    },
  )
}

const txBy = (send: Parameters<typeof queriesBy>[0]): Tx =>
  Object.assign(queriesBy(send), { isTransaction: true } as const)

/**
 * Limits the wait for locks: the transaction fails and can be retried, because the holder of the lock may be waiting
 * for one of ours.
 */
export const limitLockWait = (tx: Queries, waitMs: number) =>
  tx`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`

/**
 * Right to store something if several nodes share the database: a lease, or a gateway's connection, with its owner's
 * epoch.
 */
export interface Fence {
  readonly name: string
  readonly epoch: number
}

const callerPrefix = 'caller '

/** Fence of a network whose gateway connects to the cloud. */
export const callerFence = (netId: number, epoch: number): Fence => ({ name: `${callerPrefix}${netId}`, epoch })

/**
 * A process that is stopped within a transaction must not block its successor: the server ends the transaction after
 * this idle time.
 */
const silenceMax = '2s'

/** Returns the fences that have a new owner. The others cannot get one before the transaction ends. */
export const lostFences = async (tx: Queries, fences: readonly Fence[]): Promise<Fence[]> => {
  if (fences.length === 0) return []
  const rows = await tx<{ name: string }[]>`
    with asked as (
      select * from unnest(${fences.map(({ name }) => name)}::text[], ${fences.map(({ epoch }) => epoch)}::bigint[]) as u (name, epoch)
    ), held as (
      select l.name from lease l join asked a on a.name = l.name and a.epoch = l.epoch order by l.name for share of l
    ), called as (
      select a.name from net_caller c join asked a on a.name = ${callerPrefix} || c.net_id and a.epoch = c.epoch
      order by c.net_id for share of c
    )
    select name from held union all select name from called
    union all select '' where set_config('idle_in_transaction_session_timeout', ${silenceMax}, true) is null`
  const owned = new Set(rows.map(({ name }) => name))
  return fences.filter(({ name }) => !owned.has(name))
}
