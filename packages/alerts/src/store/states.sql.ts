import type { Queries, Tx } from '@busbar/database'
import type { AlertState } from '../alert-state.ts'

export interface AlertKey {
  orgId: number
  id: number
}

/** Version of a known state; -1: none. */
export interface KnownState extends AlertKey {
  version: number
}

export interface LockedState {
  alertId: number
  version: number
  /** Only where the version is another than that which is known. */
  state: AlertState | null
}

/** Gives a state to alerts and networks that have none; says to how many. A deletion waits for that, and so finds the state too. */
export const addStates = async (
  sql: Queries,
  alertIds: readonly number[],
  netIds: readonly number[],
): Promise<number> => {
  const ofAlerts = await sql`
    with missing as materialized (
      select org_id, id from alert a where id = any(${alertIds})
        and not exists (select from alert_state s where s.org_id = a.org_id and s.alert_id = a.id)
    ), held as materialized (
      select a.org_id, a.id from alert a join missing m on m.org_id = a.org_id and m.id = a.id for key share of a
    )
    insert into alert_state (org_id, alert_id) select org_id, id from held on conflict do nothing`
  const ofNets = await sql`
    with missing as materialized (
      select org_id, id from net n where id = any(${netIds})
        and not exists (select from alert_state s where s.org_id = n.org_id and s.alert_id = -n.id)
    ), held as materialized (
      select n.org_id, n.id from net n join missing m on m.org_id = n.org_id and m.id = n.id for key share of n
    )
    insert into alert_state (org_id, alert_id) select org_id, -id from held on conflict do nothing`
  return ofAlerts.count + ofNets.count
}

/** Statements that were planned for an empty table are planned again. */
export const analyzeStates = (sql: Queries) => sql`analyze alert_state`

/** Holds the rows until the transaction ends, always in one order; those of alerts that are gone are missing. */
export const lockStates = (tx: Tx, states: readonly KnownState[]) => tx<LockedState[]>`
  select s.alert_id as "alertId", s.version, case when s.version <> known.version then s.state end as state
  from jsonb_to_recordset(${JSON.stringify(states)}::text::jsonb) as known ("orgId" bigint, id bigint, version integer)
  join alert_state s on s.org_id = known."orgId" and s.alert_id = known.id
  order by s.org_id, s.alert_id
  for update of s`

/** Which of them others have written since; nothing is held. */
export const changedStates = async (sql: Queries, states: readonly KnownState[]): Promise<Set<number>> => {
  const rows = await sql<{ id: number }[]>`
    select s.alert_id as id
    from jsonb_to_recordset(${JSON.stringify(states)}::text::jsonb) as known ("orgId" bigint, id bigint, version integer)
    join alert_state s on s.org_id = known."orgId" and s.alert_id = known.id
    where s.version <> known.version`
  return new Set(rows.map(({ id }) => id))
}

/** Their rows must be held. */
export const saveStates = (tx: Tx, states: readonly (AlertKey & { state: AlertState })[]) => tx`
  update alert_state s set state = next.state, version = s.version + 1
  from jsonb_to_recordset(${JSON.stringify(states)}::text::jsonb) as next ("orgId" bigint, id bigint, state jsonb)
  where s.org_id = next."orgId" and s.alert_id = next.id`
