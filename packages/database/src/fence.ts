import type { Queries } from './sql.ts'

/** What entitles to store something where several nodes share the database: a lease, or a gateway's call, by the number of its owner. */
export interface Fence {
  readonly name: string
  readonly epoch: number
}

const callerPrefix = 'caller '

/** Of a network whose gateway called in. */
export const callerFence = (netId: number, epoch: number): Fence => ({ name: `${callerPrefix}${netId}`, epoch })

/** A process that is stopped in the middle must not hold up its successor: the server ends a transaction that is silent for longer. */
const silenceMax = '2s'

/** Those that have had another owner since. The others cannot get one before the transaction ends. */
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
