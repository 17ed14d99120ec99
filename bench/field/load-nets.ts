import { migrate, openDatabase } from '@busbar/database'
import { paramsPerDevice, periodSec, unit } from './params.ts'

/** Makes a network with one device for each gateway, in the database of a service that is not running. */
export const loadNets = async (folder: string, macs: readonly string[]): Promise<void> => {
  const db = await openDatabase({ dataFolder: folder })
  try {
    await migrate(db.sql)
    await db.tx(async (tx) => {
      const gateways = tx`unnest(${[...macs]}::macaddr[]) with ordinality as u (mac, i)`
      await tx`insert into org (id, name) values (1, 'Bench')`
      await tx`
        insert into net (org_id, id, name, slug, mac, created_on)
        select 1, i, 'Site ' || i, 'site-' || i, mac, now() from ${gateways}`
      await tx`insert into gateway (mac, org_id, net_id) select mac, 1, i from ${gateways}`
      await tx`
        insert into device (org_id, id, net_id, name, slug, modbus_unit_id, update_period_sec, created_on)
        select 1, i, i, 'Meter', 'meter-' || i, ${unit}, ${periodSec}, now() from ${gateways}`
      await tx`
        insert into param (org_id, device_id, name, slug, address, register_kind, value_type)
        select 1, i, '{"en": "Parameter"}', 'p-' || p, 2 * p, 'input', 'f32'
        from ${gateways}, generate_series(0, ${paramsPerDevice}::bigint - 1) p order by i, p`
      // Objects that the API creates later get unused IDs.
      await tx`select setval(pg_get_serial_sequence('org', 'id'), max(id)) from org`
      await tx`select setval(pg_get_serial_sequence('net', 'id'), max(id)) from net`
      await tx`select setval(pg_get_serial_sequence('device', 'id'), max(id)) from device`
    })
    await db.sql`vacuum analyze`
  } finally {
    await db.close()
  }
}
