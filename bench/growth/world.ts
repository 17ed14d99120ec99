import type { Database } from '@busbar/database'
import { loadChunks } from '@busbar/readings'
import { orgId, paramIdOf } from '../readings/fleet.ts'
import { Meter, paramsPerMeter, periodMs } from '../readings/meter.ts'
import { addSmallOrgs } from '../readings/small-orgs.ts'
import { openStore } from '../readings/store.ts'

/** Dimensions in which installations differ. */
export interface InstallationSize {
  /** Parameters of the measured organization. */
  params: number
  nets: number
  alerts: number
  /** Days of stored readings of one parameter. */
  days: number
  /** Others, each with a network, a device and a parameter. */
  orgs: number
}

const dayMs = 86_400_000
/** Their numbers begin behind those of all that the first organization has. */
const othersFrom = 10_000_001
export const today = Date.UTC(2026, 0, 15)

/** A store that has so much. */
export const openWorld = async (folder: string, amounts: InstallationSize): Promise<Database> => {
  const db = await openStore(folder, Math.ceil(amounts.params / paramsPerMeter))
  await addNets(db, amounts.nets)
  await addSmallOrgs(db, { from: othersFrom, count: amounts.orgs })
  await addAlerts(db, amounts)
  await addPast(db, amounts.days)
  await db.sql`vacuum analyze`
  return db
}

const addNets = ({ sql }: Database, nets: number): Promise<unknown> => sql`
  insert into net (org_id, id, name, slug, created_on)
  select ${orgId}, i, 'Net', 'net-' || i, now() from generate_series(2, ${nets}::bigint) i`

/** Adds one alert per parameter, starting with the first. None of them ever fires. */
const addAlerts = async (db: Database, { alerts }: InstallationSize): Promise<void> => {
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
