import { Refusal } from '@busbar/wire/server'
import type { Queries } from '../../db/types.ts'
import { chosen, type Match } from './match.rules.ts'
import { type DeviceRef, type NetRef, type ParamRef, type Place, parseParamRef } from './reference.rules.ts'

/** The parameter of an organization that a reference names; refuses what names none, or more than one. */
export const findParam = async (sql: Queries, orgId: number, reference: string): Promise<number> => {
  const ref = parseParamRef(reference)
  if (ref === null) throw new Refusal('ObjectNotFound', 'The reference has none of the forms of a reference.')
  const choice = chosen(await matches(sql, orgId, ref))
  if (choice === 'none') throw new Refusal('ObjectNotFound')
  if (choice === 'ambiguous') {
    throw new Refusal('ObjectNotFound', 'The reference is ambiguous: more than one parameter fits it.')
  }
  return choice
}

const matches = (sql: Queries, orgId: number, ref: ParamRef): Promise<readonly Match[]> => {
  if ('id' in ref) return byId(sql, orgId, ref.id)
  if ('slug' in ref) return byPath(sql, orgId, [ref.slug])
  return 'path' in ref ? byPath(sql, orgId, ref.path) : byPlace(sql, orgId, ref.device, ref.place)
}

const byId = (sql: Queries, orgId: number, id: number) => sql<Match[]>`
  select id, false as "isWhole", true as "isInOneDevice" from param where org_id = ${orgId} and id = ${id}`

/** `param`, `device.param` or `net.device.param`. */
const byPath = (sql: Queries, orgId: number, path: readonly string[]) => {
  const [param = '', device = null, net = null] = path.toReversed()
  return sql<Match[]>`
    select p.id, false as "isWhole", false as "isInOneDevice"
    from param p
    join device d on d.org_id = p.org_id and d.id = p.device_id
    join net n on n.org_id = d.org_id and n.id = d.net_id
    where p.org_id = ${orgId} and p.slug = ${param}
      and (${device}::text is null or d.slug = ${device})
      and (${net}::text is null or n.slug = ${net})
    limit 2`
}

/**
 * A device and a place in it. A reference without bits fits whatever is at its address; one with bits fits that field alone.
 * Whole registers, and coils, come first.
 */
const byPlace = (sql: Queries, orgId: number, of: DeviceRef, place: Place) => {
  const device = deviceKeys(of)
  const net = netKeys('net' in of ? of.net : null)
  const { registerKind, address, bitPosition = null, bitsAmount = null } = place
  return sql<Match[]>`
    select p.id, p.is_whole as "isWhole", min(p.device_id) over () = max(p.device_id) over () as "isInOneDevice"
    from net n
    join device d on d.org_id = n.org_id and d.net_id = n.id
    join lateral (
      select *, value_type = 'string' or register_kind in ('coil', 'discrete-input')
                or (value_type <> 'bit' and bits_amount is null) as is_whole
      from param where org_id = d.org_id and device_id = d.id
    ) p on true
    where n.org_id = ${orgId}
      and (${net.id}::bigint is null or n.id = ${net.id})
      and (${net.slug}::text is null or n.slug = ${net.slug})
      and (${net.ip}::text is null or n.ip = ${net.ip})
      and (${net.mac}::macaddr is null or n.mac = ${net.mac})
      and (${device.id}::bigint is null or d.id = ${device.id})
      and (${device.slug}::text is null or d.slug = ${device.slug})
      and (${device.unit}::integer is null or d.modbus_unit_id = ${device.unit})
      and p.register_kind = ${registerKind} and p.address = ${address}
      and (${bitPosition}::integer is null or (
        not p.is_whole and coalesce(p.bit_position, 0) = ${bitPosition} and coalesce(p.bits_amount, 1) = ${bitsAmount}))
    order by p.is_whole desc
    limit 2`
}

const deviceKeys = (ref: DeviceRef) => ({
  id: 'id' in ref ? ref.id : null,
  slug: 'slug' in ref ? ref.slug : null,
  unit: 'unit' in ref ? ref.unit : null,
})

const netKeys = (ref: NetRef | null) => ({
  id: ref !== null && 'id' in ref ? ref.id : null,
  slug: ref !== null && 'slug' in ref ? ref.slug : null,
  ip: ref !== null && 'ip' in ref ? ref.ip : null,
  mac: ref !== null && 'mac' in ref ? ref.mac : null,
})
