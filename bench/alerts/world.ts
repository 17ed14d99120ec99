import type { Database } from '@busbar/database'
import { orgId } from '../readings/fleet.ts'
import { paramsPerMeter } from '../readings/meter.ts'
import { addSmallOrgs } from '../readings/small-orgs.ts'

/** Every second parameter of a device has an alert. */
export const alertsPerMeter = paramsPerMeter / 2
/** Never reached by what a meter measures. */
export const threshold = 1e8

/** Adds one alert to every second parameter, which fires when its value exceeds the threshold. */
export const addAlerts = async (db: Database, devices: number): Promise<void> => {
  await db.tx(async (tx) => {
    await tx`
      insert into alert (org_id, id, name, slug, condition_logic, log_as, hold_off_sec, created_on)
      select ${orgId}, i, 'Alert ' || i, 'alert-' || i, 'any', 'warning', 0, now()
      from generate_series(1, ${devices * alertsPerMeter}::bigint) i`
    await tx`
      insert into alert_condition (org_id, alert_id, param_id, kind, value)
      select ${orgId}, i, 2 * i, 'g', ${threshold} from generate_series(1, ${devices * alertsPerMeter}::bigint) i`
  })
}

/** A parameter whose alert sends notifications. */
export interface AlertedParam {
  orgId: number
  deviceId: number
  paramId: number
}

/** A way to notify: by `to`, with the organization's number behind it, when the alert becomes active and when it ends. */
export interface AlertAction {
  type: string
  to: string
  stages: readonly ('active' | 'resolved')[]
}

/**
 * Organizations with one device, one parameter and one alert with a notification. Each is another organization: one that sends much
 * gets its messages gathered.
 */
export const addRecipients = async (
  db: Database,
  { count, from, actions }: { count: number; from: number; actions: readonly AlertAction[] },
): Promise<AlertedParam[]> => {
  await addSmallOrgs(db, { from, count })
  await db.tx(async (tx) => {
    const ids = tx`generate_series(${from}::bigint, ${from + count - 1}::bigint) i`
    await tx`
      insert into alert (org_id, id, name, slug, condition_logic, log_as, hold_off_sec, created_on)
      select i, i, 'Pressure too high', 'pressure', 'any', 'warning', 0, now() from ${ids}`
    await tx`
      insert into alert_condition (org_id, alert_id, param_id, kind, value) select i, i, i, 'g', ${threshold} from ${ids}`
    for (const { type, to, stages } of actions)
      await tx`
        insert into alert_action (org_id, alert_id, stage, timeout_minutes, type, recepient)
        select i, i, stage, 0, ${type}, replace(${to}, 'N', i::text) from ${ids}, unnest(${[...stages]}::text[]) stage`
  })
  return Array.from({ length: count }, (_, at) => ({ orgId: from + at, deviceId: from + at, paramId: from + at }))
}
