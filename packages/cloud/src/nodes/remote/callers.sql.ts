import type { Queries } from '@busbar/database'

/** The node that a network's gateway called. */
export interface CallerRow {
  netId: number
  nodeId: string
  epoch: number
}

export const callerChannel = 'busbar_net_caller'

export const callerRows = (sql: Queries, netIds: readonly number[] | null) =>
  netIds === null
    ? sql<CallerRow[]>`select net_id as "netId", node_id as "nodeId", epoch from net_caller`
    : sql<CallerRow[]>`
        select net_id as "netId", node_id as "nodeId", epoch from net_caller where net_id = any(${netIds}::bigint[])`

/** The latest call that proved its key wins; one without a key wins only where no other node that lives has one. */
export const takeCaller = async (
  sql: Queries,
  nodeId: string,
  netId: number,
  isProven: boolean,
): Promise<number | null> => {
  const [row] = await sql<{ epoch: number }[]>`
    with taken as (
      insert into net_caller as c (net_id, node_id, epoch)
      select id, ${nodeId}, 1 from net where id = ${netId}
      on conflict (net_id) do update set node_id = excluded.node_id, epoch = c.epoch + 1
        where ${isProven} or c.node_id = excluded.node_id
          or not exists (select from node n where n.id = c.node_id and n.until > clock_timestamp())
      returning epoch
    )
    select epoch from taken, pg_notify(${callerChannel}, ${String(netId)})`
  return row?.epoch ?? null
}
