import type { Sql } from '@busbar/database'
import { at } from '@busbar/kit'
import type { Poll } from '@busbar/readings'

/** A parameter with one alert on it: active while the value is above the limit. */
export interface WatchedParam {
  orgId: number
  deviceId: number
  paramId: number
  alertId: number
}

type Stage = 'active' | 'not-confirmed' | 'resolved'
type Action = [type: string, recipient: string, stages: readonly Stage[]]

const both = ['active', 'resolved'] as const
const levels = ['warning', 'critical', 'info'] as const

/** Each organization has three parameters. Some recipients have two channels, or two alerts. */
const actionsOf = (orgId: number, place: number): Action[] => {
  const [ann, bob] = [`ann-${orgId}@example.org`, `bob-${orgId}@example.org`]
  const phone = `+4812345${1000 + orgId}`
  const rows: Action[][] = [
    [
      ['email', ann, both],
      ['sms', phone, both],
      ['webhook', `https://example.org/${orgId}`, both],
    ],
    [
      ['email', ann, ['active', 'not-confirmed', 'resolved']],
      ['email', bob, both],
      ['voice-call', phone, ['active']],
    ],
    [
      ['webhook', `https://example.org/${orgId}`, both],
      ['email', bob, both],
    ],
  ]
  return at(rows, place)
}

const limit = 100
const waitMinutes = { active: 0, 'not-confirmed': 10, resolved: 0 }

export const addOrganizations = async (sql: Sql, count: number): Promise<WatchedParam[]> => {
  const all: WatchedParam[] = []
  for (let n = 1; n <= count; n += 1) {
    const orgId = 1000 + n
    await sql`insert into org (id, name) values (${orgId}, ${`Organization ${n}`})`
    await sql`insert into net (org_id, id, name, slug, created_on) values (${orgId}, ${orgId}, 'Hall', 'hall', now())`
    await sql`
      insert into device (org_id, id, net_id, name, slug, modbus_unit_id, created_on)
      values (${orgId}, ${orgId}, ${orgId}, 'Meter', 'meter', 1, now())`
    for (const [place, logAs] of levels.entries()) {
      const id = orgId * 10 + place
      await sql`
        insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type)
        values (${orgId}, ${id}, ${orgId}, '{"en": "Pressure"}', ${`p${place}`}, ${place}, 'holding', 'u16')`
      await sql`
        insert into alert (org_id, id, name, slug, condition_logic, log_as, hold_off_sec, max_age_sec, created_on)
        values (${orgId}, ${id}, ${`Alert ${id}`}, ${`alert-${id}`}, 'any', ${logAs}, 0, 604800, now())`
      await sql`
        insert into alert_condition (org_id, alert_id, param_id, kind, value) values (${orgId}, ${id}, ${id}, 'g', ${limit})`
      for (const [type, recipient, stages] of actionsOf(orgId, place))
        for (const stage of stages)
          await sql`
            insert into alert_action (org_id, alert_id, stage, timeout_minutes, type, recepient)
            values (${orgId}, ${id}, ${stage}, ${waitMinutes[stage]}, ${type}, ${recipient})`
      all.push({ orgId, deviceId: orgId, paramId: id, alertId: id })
    }
  }
  return all
}

export const pollOf = ({ orgId, deviceId, paramId }: WatchedParam, readOn: number, isHigh: boolean): Poll => ({
  orgId,
  deviceId,
  readOn,
  params: [{ id: paramId, valueType: 'u16' }],
  values: [isHigh ? limit + 1 : limit - 1],
  texts: null,
  errors: null,
})
