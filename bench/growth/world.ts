import { type Database, loadChunks } from '@busbar/cloud/readings'
import { orgId, paramIdOf } from '../readings/fleet.ts'
import { Meter, paramsPerMeter, periodMs } from '../readings/meter.ts'
import { openStore } from '../readings/store.ts'

/** What an installation can have more or less of. */
export interface Amounts {
  /** Of the organization that is looked at. */
  params: number
  nets: number
  alerts: number
  /** Of which readings of one parameter are kept. */
  days: number
  /** Others, each with a network, a device and a parameter. */
  orgs: number
}

const dayMs = 86_400_000
export const today = Date.UTC(2026, 0, 15)

/** A store that has so much. */
export const openWorld = async (folder: string, amounts: Amounts): Promise<Database> => {
  const db = await openStore(folder, Math.ceil(amounts.params / paramsPerMeter))
  await addNets(db, amounts.nets)
  await addOrgs(db, amounts.orgs)
  await addAlerts(db, amounts)
  await addPast(db, amounts.days)
  await db.sql`vacuum analyze`
  return db
}

const addNets = ({ sql }: Database, nets: number): Promise<unknown> => sql`
  insert into net (org_id, id, name, slug, created_on)
  select ${orgId}, i, 'Net', 'net-' || i, now() from generate_series(2, ${nets}::bigint) i`

/** Their numbers begin behind those of all that the first organization has. */
const addOrgs = async (db: Database, orgs: number): Promise<void> => {
  const [from, till] = [10_000_001, 10_000_000 + orgs]
  await db.tx(async (tx) => {
    const ids = tx`generate_series(${from}::bigint, ${till}::bigint) i`
    await tx`insert into org (id, name) select i, 'Other' from ${ids}`
    await tx`insert into net (org_id, id, name, slug, created_on) select i, i, 'Net', 'net', now() from ${ids}`
    await tx`
      insert into device (org_id, id, net_id, name, slug, modbus_unit_id, created_on)
      select i, i, i, 'Meter', 'meter', 1, now() from ${ids}`
    await tx`
      insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type)
      select i, i, i, '{"en": "Parameter"}', 'p', 0, 'input', 'f32' from ${ids}`
  })
}

/** One for each parameter from the first on; none ever becomes active. */
const addAlerts = async (db: Database, { alerts }: Amounts): Promise<void> => {
  await db.tx(async (tx) => {
    await tx`
      insert into alert (org_id, id, name, slug, condition_logic, log_as, hold_off_sec, created_on)
      select ${orgId}, i, 'Alert', 'alert-' || i, 'any', 'warning', 0, now() from generate_series(1, ${alerts}::bigint) i`
    await tx`
      insert into alert_condition (org_id, alert_id, param_id, kind, value)
      select ${orgId}, i, i, 'g', 1e9 from generate_series(1, ${alerts}::bigint) i`
  })
}

/** Whole days before today, of the first parameter. */
const addPast = async ({ sql }: Database, days: number): Promise<void> => {
  const meter = new Meter(1)
  const count = (days * dayMs) / periodMs
  const times = Float64Array.from({ length: count }, (_, i) => today - days * dayMs + i * periodMs)
  const values = Float64Array.from({ length: count }, () => meter.next()[0] ?? 0)
  await loadChunks(sql, orgId, paramIdOf(1, 0), { times, values })
}
