import type { Queries } from '@busbar/database'

/** A network and one of its devices; a network without devices comes once, without any. */
export interface TreeNode {
  netId: number
  netName: string
  netDescription: string | null
  netSlug: string
  solution: string
  mac: string | null
  ip: string | null
  port: number | null
  deviceId: number | null
  deviceName: string
  deviceDescription: string | null
  deviceSlug: string
  modbusUnitId: number
  /** Changes with every change of the device and its parameters. */
  state: string
}

export const treeNodes = (sql: Queries, orgId: number) => sql<TreeNode[]>`
  select n.id as "netId", n.name as "netName", n.description as "netDescription", n.slug as "netSlug", n.solution,
         n.mac::text, n.ip, n.port, d.id as "deviceId", d.name as "deviceName", d.description as "deviceDescription",
         d.slug as "deviceSlug", d.modbus_unit_id as "modbusUnitId",
         concat_ws(',', d.xmin, (select string_agg(m.mark::text, ',' order by m.mark) from param_mark m
           where m.org_id = d.org_id and m.device_id = d.id)) as state
  from net n left join device d on d.org_id = n.org_id and d.net_id = n.id
  where n.org_id = ${orgId} order by n.id, d.id`

/**
 * Returns a state that changes with every change of an organization's networks, devices and parameters: a digest of row
 * versions.
 */
export const treeState = async (sql: Queries, orgId: number): Promise<string> => {
  const rows = (table: 'net' | 'device') =>
    sql`(select sum(hashtextextended(xmin::text, id)) from ${sql(table)} where org_id = ${orgId})`
  const [row] = await sql<[{ state: string }]>`
    select concat_ws('.', ${rows('net')}, ${rows('device')},
      (select sum(uuid_hash_extended(mark, device_id)) from param_mark where org_id = ${orgId})) as state`
  return row.state
}

/** The parameters of listed devices, of each as the members of a JSON object: by their ids, in the order of these. A device without any is not among them. */
export const treeLeaves = async (sql: Queries, orgId: number, deviceIds: readonly number[]) => {
  const rows = await sql`
    select d.id, string_agg(concat('"', p.id, '":{"slug":', to_json(p.slug), ',"address":', p.address,
        ',"isTracked":', p.is_tracked::text, ',"isProgrammable":', p.is_programmable::text,
        ',"label":' || to_json(p.label)::text, ',"unitName":' || to_json(p.unit_name)::text,
        case when p.description is not null then ',"description":' || to_json(shown_text(p.description))::text end, ',"name":', to_json(shown_text(p.name)),
        ',"fullName":', to_json(full_name(d.name, p.name, p.label, p.unit_name)), '}'), ',' order by p.id)
    from device d join param p on p.org_id = d.org_id and p.device_id = d.id
    where d.org_id = ${orgId} and d.id = any(${deviceIds})
    group by d.id`.raw()
  return new Map(rows.map(([id, members]) => [Number(id), Buffer.from(members ?? '')]))
}
