import type { Queries } from '@busbar/database'
import type { Match } from './match.rules.ts'
import type { DeviceRef, NetRef, ParameterLocation } from './reference.rules.ts'

/** A match of the reference at an index of the requested list. */
export interface IndexedMatch extends Match {
  at: number
}

export interface IdQuery {
  at: number
  id: number
}

export const matchIds = (sql: Queries, orgId: number, queries: readonly IdQuery[]) => sql<IndexedMatch[]>`
  select r.at, p.id, false as "isWhole", true as "isInOneDevice"
  from jsonb_to_recordset(${sql.json(queries.map(({ at, id }) => ({ at, id })))}) as r (at integer, id bigint)
  join param p on p.org_id = ${orgId} and p.id = r.id`

export interface PathQuery {
  at: number
  path: readonly string[]
}

/** `param` alone: all of them in one look over the organization, and of each no more than two. */
export const matchSlugs = (sql: Queries, orgId: number, queries: readonly PathQuery[]) => sql<IndexedMatch[]>`
  select r.at, unnest(case when p.first = p.last then array[p.first] else array[p.first, p.last] end) as id,
         false as "isWhole", false as "isInOneDevice"
  from jsonb_to_recordset(${sql.json(queries.map(pathKeys))}) as r (at integer, param text)
  join (
    select slug, min(id) as first, max(id) as last
    from param where org_id = ${orgId} and slug = any(${queries.map((one) => pathKeys(one).param)}) group by slug
  ) p on p.slug = r.param`

/** `device.param` or `net.device.param`. */
export const matchPaths = (sql: Queries, orgId: number, queries: readonly PathQuery[]) => sql<IndexedMatch[]>`
  select r.at, p.id, false as "isWhole", false as "isInOneDevice"
  from jsonb_to_recordset(${sql.json(queries.map(pathKeys))}) as r (at integer, param text, device text, net text)
  join device d on d.org_id = ${orgId} and d.slug = r.device
  join net n on n.org_id = ${orgId} and n.id = d.net_id
  join param p on p.org_id = ${orgId} and p.device_id = d.id and p.slug = r.param
  where r.net is null or n.slug = r.net`

export interface LocationQuery {
  at: number
  device: DeviceRef
  location: ParameterLocation
}

/**
 * A device and a place in it. A reference without bits fits whatever is at its address; one with bits fits that field alone.
 * Whole registers, and coils, come first. `offset 0` keeps the order of the joins: few devices first, then what is in them.
 */
export const matchLocations = (sql: Queries, orgId: number, queries: readonly LocationQuery[]) => sql<IndexedMatch[]>`
  with found as (
    select r.at, p.id, p.device_id, p.is_whole
    from jsonb_to_recordset(${sql.json(queries.map(locationKeys))}) as r (
      at integer, "deviceId" bigint, "deviceSlug" text, unit integer, "netId" bigint, "netSlug" text, ip text, mac macaddr,
      "registerKind" text, address integer, "bitPosition" integer, "bitsAmount" integer)
    join lateral (
      select id from device where org_id = ${orgId} and id = r."deviceId"
      union all
      select id from device where org_id = ${orgId} and slug = r."deviceSlug"
      union all
      select d.id from net n join device d on d.org_id = n.org_id and d.net_id = n.id
      where n.org_id = ${orgId} and d.modbus_unit_id = r.unit
        and (n.id = r."netId" or n.slug = r."netSlug" or n.ip = r.ip or n.mac = r.mac)
    ) d on true
    join lateral (
      select *, value_type = 'string' or register_kind in ('coil', 'discrete-input')
                or (value_type <> 'bit' and bits_amount is null) as is_whole
      from param
      where org_id = ${orgId} and device_id = d.id and register_kind = r."registerKind" and address = r.address
      offset 0
    ) p on true
    where r."bitPosition" is null or (
      not p.is_whole and coalesce(p.bit_position, 0) = r."bitPosition" and coalesce(p.bits_amount, 1) = r."bitsAmount")
  )
  select at, id, "isWhole", "isInOneDevice"
  from (
    select at, id, is_whole as "isWhole",
           min(device_id) over (partition by at) = max(device_id) over (partition by at) as "isInOneDevice",
           row_number() over (partition by at order by is_whole desc) as rank
    from found
  ) ranked
  where rank <= 2 order by at, rank`

export interface NetQuery {
  at: number
  net: NetRef
}

/** Networks, and how many fit each reference. */
export const matchNets = (sql: Queries, orgId: number, queries: readonly NetQuery[]) => sql<
  { at: number; id: number; count: number }[]
>`
  select r.at, min(n.id) as id, count(*)::integer as count
  from jsonb_to_recordset(${sql.json(queries.map(({ at, net }) => ({ at, ...netKeys(net) })))}) as r (
    at integer, "netId" bigint, "netSlug" text, ip text, mac macaddr)
  join net n on n.org_id = ${orgId} and (n.id = r."netId" or n.slug = r."netSlug" or n.ip = r.ip or n.mac = r.mac)
  group by r.at`

const pathKeys = ({ at, path }: PathQuery) => {
  const [param = '', device = null, net = null] = path.toReversed()
  return { at, param, device, net }
}

const locationKeys = ({ at, device, location }: LocationQuery) => ({
  at,
  ...('net' in device ? { unit: device.unit, ...netKeys(device.net) } : deviceKeys(device)),
  ...location,
})

const deviceKeys = (ref: { id: number } | { slug: string }) =>
  'id' in ref ? { deviceId: ref.id } : { deviceSlug: ref.slug }

const netKeys = (ref: NetRef) => {
  if ('id' in ref) return { netId: ref.id }
  if ('slug' in ref) return { netSlug: ref.slug }
  return ref
}
