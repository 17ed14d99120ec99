import type { Queries } from '@busbar/database'
import { type LeaseState, leaseMs, type NodeState } from './lease.rules.ts'

/** A service that shares the database with others. */
export interface OwnNode {
  /** ID of one run of a node. */
  id: string
  name: string
  version: string
  startedOn: Date
}

export interface NodeRow extends NodeState {
  name: string
  version: string
  startedOn: string
  /** Time of the last renewal. */
  heardOn: string
  facts: Record<string, unknown>
}

/** Result of a renewal. */
export interface LeaseRenewal {
  /** Time of the database, in milliseconds since 1970. */
  nowMs: number
  /** Number of earlier renewals. */
  renewals: number
  /** The node had expired: others may have acquired its leases, which this result may not show yet. */
  wasOver: boolean
  nodes: NodeRow[]
  leases: LeaseState[]
}

/** A node is deleted after this time without renewal. */
const forgetMinutes = 60

/** Extends all leases of a node and returns those of others, in one statement. */
export const renew = async (
  sql: Queries,
  { id, name, version, startedOn }: OwnNode,
  isDraining: boolean,
  facts: object,
): Promise<LeaseRenewal> => {
  const [row] = await sql<[LeaseRenewal]>`
    with own as (
      insert into node (id, name, version, started_on, until, is_draining, facts)
      values (${id}, ${name}, ${version}, ${startedOn}, clock_timestamp() + make_interval(secs => ${leaseMs / 1000}),
        ${isDraining}, ${JSON.stringify(facts)}::text::jsonb)
      on conflict (id) do update set until = excluded.until, is_draining = excluded.is_draining, facts = excluded.facts,
        renewals = node.renewals + 1, was_over = node.until <= clock_timestamp()
      returning id, name, version, started_on, until, is_draining, facts, true as is_alive, renewals, was_over
    ), seen as (
      select id, name, version, started_on, until, is_draining, facts, is_alive from own
      union all
      select id, name, version, started_on, until, is_draining, facts, until > clock_timestamp()
      from node where id <> ${id}
    )
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
      (select renewals from own) as renewals, (select was_over from own) as "wasOver",
      (select json_agg(json_build_object('id', id, 'name', name, 'version', version, 'startedOn', started_on,
        'heardOn', until - make_interval(secs => ${leaseMs / 1000}), 'isDraining', is_draining, 'isAlive', is_alive, 'facts', facts, 'works', coalesce(facts -> 'works', '[]')) order by name, id) from seen) as nodes,
      (select coalesce(json_agg(json_build_object('name', name, 'nodeId', node_id, 'epoch', epoch) order by name), '[]')
        from lease) as leases`
  return row
}

/** All leases that exist. */
export const addLeases = async (sql: Queries, names: readonly string[]): Promise<void> => {
  await sql`insert into lease (name) select unnest(${names}::text[]) on conflict do nothing`
}

export interface TakenLease {
  name: string
  epoch: number
  /** Time for which the lease was free. */
  freeForMs: number
}

/**
 * Acquires leases that are unchanged since `seen` and free: without a node, or of a node that has expired. The row of
 * that node is locked, so that it cannot renew at the same moment: either this statement sees its renewal, or its next
 * renewal sees this statement. Leases that a transaction relies on are skipped until the next attempt.
 */
export const takeLeases = (sql: Queries, nodeId: string, seen: readonly LeaseState[]) => sql<TakenLease[]>`
  with asked as (
    select * from unnest(${seen.map(({ name }) => name)}::text[], ${seen.map(({ epoch }) => epoch)}::bigint[]) as u (name, epoch)
  ), over as (
    select id, until from node
    where id in (select l.node_id from lease l join asked a on a.name = l.name) and until <= clock_timestamp()
    order by id for update skip locked
  ), free as (
    select l.name, l.epoch, o.until
    from lease l join asked a on a.name = l.name and a.epoch = l.epoch left join over o on o.id = l.node_id
    where l.node_id is null or o.id is not null or not exists (select from node n where n.id = l.node_id)
    order by l.name for update of l skip locked
  )
  update lease l set node_id = ${nodeId}, epoch = l.epoch + 1,
    free_on = case when l.node_id is null then l.free_on else coalesce(free.until, '-infinity') end
  from free where l.name = free.name and l.epoch = free.epoch
  returning l.name, l.epoch,
    extract(epoch from clock_timestamp() - greatest(l.free_on, clock_timestamp() - '1 day'::interval))::float8 * 1000 as "freeForMs"`

/** Releases leases, unless they were acquired again since. */
export const giveLeases = async (
  sql: Queries,
  nodeId: string,
  leases: readonly Pick<LeaseState, 'name' | 'epoch'>[],
): Promise<void> => {
  await sql`
    update lease l set node_id = null, free_on = clock_timestamp()
    from unnest(${leases.map(({ name }) => name)}::text[], ${leases.map(({ epoch }) => epoch)}::bigint[]) as u (name, epoch)
    where l.name = u.name and l.epoch = u.epoch and l.node_id = ${nodeId}`
}

/** Deletes the node with its connections and leases. */
export const removeNode = async (sql: Queries, nodeId: string): Promise<void> => {
  await sql`
    with given as (
      update lease set node_id = null, free_on = clock_timestamp() where node_id = ${nodeId}
    ), hung_up as (
      delete from net_caller where node_id = ${nodeId} returning pg_notify('busbar_net_caller', net_id::text)
    ), forgotten as (
      delete from node where until < clock_timestamp() - make_interval(mins => ${forgetMinutes})
    ), gone as (
      delete from node where id = ${nodeId}
    )
    select count(*) from hung_up`
}
