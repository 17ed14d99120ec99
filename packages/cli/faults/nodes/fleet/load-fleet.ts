import type { Sql } from '@busbar/database'

/** The simulator's three-phase meter: it is the second device of every site of a swarm. */
const unit = 2
const wordsPerParam = 2

export interface LoadOptions {
  orgIds: readonly number[]
  macs: readonly string[]
  paramsPerGateway: number
  periodSec: number
}

/** A network with one device for each gateway, which is bound and has not called yet, shared out among organizations. */
export const loadFleet = (sql: Sql, { orgIds, macs, paramsPerGateway, periodSec }: LoadOptions): Promise<void> =>
  sql.begin(async (tx) => {
    const orgs = macs.map((_, at) => orgIds[at % orgIds.length] ?? 0)
    const gateways = tx`unnest(${[...macs]}::macaddr[], ${orgs}::bigint[]) with ordinality as u (mac, org_id, i)`
    await tx`
      insert into net (org_id, id, name, slug, mac, created_on)
      select org_id, i, 'Site ' || i, 'site-' || i, mac, now() from ${gateways}`
    await tx`insert into gateway (mac, org_id, net_id) select mac, org_id, i from ${gateways}`
    await tx`
      insert into device (org_id, id, net_id, name, slug, modbus_unit_id, update_period_sec, created_on)
      select org_id, i, i, 'Meter', 'meter-' || i, ${unit}, ${periodSec}, now() from ${gateways}`
    await tx`
      insert into param (org_id, device_id, name, slug, address, register_kind, value_type)
      select org_id, i, '{"en": "Parameter"}', 'p-' || p, ${wordsPerParam} * p, 'input', 'f32'
      from ${gateways}, generate_series(0, ${paramsPerGateway}::bigint - 1) p order by i, p`
    for (const table of ['net', 'device'])
      await tx.unsafe(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`)
  })
