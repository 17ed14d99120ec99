import type { Database } from '@busbar/database'

/** Organizations with a network, a device and a parameter each, all of the organization's own number. */
export const addSmallOrgs = (db: Database, { from, count }: { from: number; count: number }): Promise<void> =>
  db.tx(async (tx) => {
    const ids = tx`generate_series(${from}::bigint, ${from + count - 1}::bigint) i`
    await tx`insert into org (id, name) select i, 'Org ' || i from ${ids}`
    await tx`insert into net (org_id, id, name, slug, created_on) select i, i, 'Net', 'net', now() from ${ids}`
    await tx`
      insert into device (org_id, id, net_id, name, slug, modbus_unit_id, created_on)
      select i, i, i, 'Pump', 'pump', 1, now() from ${ids}`
    await tx`
      insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type)
      select i, i, i, '{"en": "Pressure"}', 'pressure', 0, 'input', 'f32' from ${ids}`
  })
