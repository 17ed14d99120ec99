import type { Queries } from '../../db/sql.ts'

export interface Place {
  net: string
  device: string
  param: string
}

/** Where parameters are, by their ids; those that are gone are missing. */
export const placesOf = async (
  tx: Queries,
  orgId: number,
  paramIds: readonly number[],
  /** As texts of parameters name it. */
  locale: string,
): Promise<ReadonlyMap<number, Place>> => {
  if (paramIds.length === 0) return new Map()
  const rows = await tx<(Place & { id: number })[]>`
    select p.id, n.name as net, d.name as device, coalesce(p.name ->> ${locale}, shown_text(p.name)) as param
    from param p
    join device d on d.org_id = p.org_id and d.id = p.device_id
    join net n on n.org_id = d.org_id and n.id = d.net_id
    where p.org_id = ${orgId} and p.id = any(${[...paramIds]}::bigint[])`
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

export interface Surroundings {
  orgName: string
  /** By whose clocks the alert's people live; null where nobody has said. */
  timeZone: string | null
  /** From when its conditions were so; null where no record is kept. */
  sinceOn: Date | null
  /** When it ended, if it has by now. */
  overOn: Date | null
  /** Of the service's own alert about a network. */
  net: string | null
  /** As it is now: who reads it acts by it. */
  description: string | null
}

export const surroundingsOf = async (
  tx: Queries,
  { orgId, alertId, episode }: { orgId: number; alertId: number; episode: number },
): Promise<Surroundings> => {
  const [row] = await tx<[Surroundings]>`
    select (select name from org where id = ${orgId}) as "orgName",
      coalesce((select active_hours ->> 'timeZone' from alert where org_id = ${orgId} and id = ${alertId}),
        (select nullif(time_zone, 'UTC') from org where id = ${orgId})) as "timeZone",
      (select nullif(trim(description), '') from alert where org_id = ${orgId} and id = ${alertId}) as description,
      (select since_on from alert_record
        where org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode}) as "sinceOn",
      coalesce((select resolved_on from alert_record
        where org_id = ${orgId} and alert_id = ${alertId} and episode = ${episode} and closed_on is not null),
        (select to_timestamp((state -> 'episode' ->> 'clearedOn')::float8 / 1000) from alert_state
          where org_id = ${orgId} and alert_id = ${alertId} and (state -> 'episode' ->> 'no')::int = ${episode}
            and state -> 'episode' ->> 'closedOn' is not null)) as "overOn",
      (select name from net where org_id = ${orgId} and id = ${-alertId}) as net`
  return row
}
