import { ChangeFeed, type Queries, type Sql } from '@busbar/database'
import type { Clock } from '@busbar/kit'

/** The node that a network's gateway called. */
interface CallerRow {
  netId: number
  nodeId: string
  epoch: number
}

const callerChannel = 'busbar_net_caller'

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

export interface NetCallersOptions {
  id: string
  sql: Sql
  clock: Clock
  log: { error(details: object, message: string): void }
  /** Called with the changed networks; null means any network. */
  onChange: (netIds: readonly number[] | null) => void
}

/** Which node each gateway called last. */
export class NetCallers {
  readonly #options: NetCallersOptions
  readonly #feed: ChangeFeed
  readonly #rows = new Map<number, CallerRow>()

  constructor(options: NetCallersOptions) {
    this.#options = options
    this.#feed = new ChangeFeed({
      ...options,
      channel: callerChannel,
      failure: 'Which node has which gateway could not be read from the database',
      read: (names) => this.#read(names && names.map(Number)),
    })
  }

  start(): Promise<void> {
    return this.#feed.start()
  }

  stop(): Promise<void> {
    return this.#feed.stop()
  }

  of(netId: number): CallerRow | undefined {
    return this.#rows.get(netId)
  }

  /** A gateway of the network has called this node. False: another has the better right. */
  async take(netId: number, isProven: boolean): Promise<boolean> {
    const { sql, id: nodeId, onChange } = this.#options
    const epoch = await takeCaller(sql, nodeId, netId, isProven)
    if (epoch === null) return false
    this.#put({ netId, nodeId, epoch })
    onChange([netId])
    return true
  }

  async #read(netIds: readonly number[] | null): Promise<void> {
    const rows = new Map((await callerRows(this.#options.sql, netIds)).map((row) => [row.netId, row]))
    for (const netId of netIds ?? this.#rows.keys()) if (!rows.has(netId)) this.#rows.delete(netId)
    for (const row of rows.values()) this.#put(row)
    this.#options.onChange(netIds)
  }

  /** A row that was read before a call must not overwrite it. */
  #put(row: CallerRow): void {
    const known = this.#rows.get(row.netId)
    if (known === undefined || row.epoch >= known.epoch) this.#rows.set(row.netId, row)
  }
}
