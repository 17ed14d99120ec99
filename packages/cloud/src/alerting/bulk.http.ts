import type { Mute } from '@busbar/alerts/model'
import type { Queries, Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { AuditAction } from '../accounts/audit/actions.ts'
import { lockOrg } from '../accounts/audit/lock-org.sql.ts'
import { record } from '../accounts/audit/record.ts'
import type { Handlers } from '../accounts/call.ts'
import type { AlertSelection, alertsBulk } from './bulk.contract.ts'
import type { AlertingCall, AlertingNeeds } from './needs.ts'

interface ChosenAlert {
  id: number
  mute: Mute | null
  isActive: boolean
}

/** Selected alerts of the organization, in the order of their IDs. */
const chosenAlerts = (sql: Queries, orgId: number, { alertIds, netId, deviceId, logAs }: AlertSelection) => sql<
  ChosenAlert[]
>`
  select a.id, a.mute, coalesce(jsonb_typeof(s.state -> 'episode' -> 'closedOn') = 'null', false) as "isActive"
  from alert a left join alert_state s on s.org_id = a.org_id and s.alert_id = a.id
  where a.org_id = ${orgId} and (${alertIds === undefined} or a.id = any(${[...(alertIds ?? [])]}::bigint[]))
    and (${logAs ?? null}::text is null or a.log_as = ${logAs ?? null})
    and (${netId === undefined && deviceId === undefined} or exists (
      select from alert_condition c
      join param p on p.org_id = c.org_id and p.id = c.param_id
      join device d on d.org_id = p.org_id and d.id = p.device_id
      where c.org_id = a.org_id and c.alert_id = a.id and (d.id = ${deviceId ?? null} or d.net_id = ${netId ?? null})))
  order by a.id`

const setMute = async (tx: Queries, orgId: number, ids: readonly number[], to: Mute | null): Promise<void> => {
  await tx`
    update alert set mute = ${to && tx.json(to)} where org_id = ${orgId} and id = any(${[...ids]}::bigint[])`
}

const muteMsMax = 31 * 86_400_000

export const alertsBulkHandlers: Handlers<typeof alertsBulk, AlertingNeeds> = {
  confirm: async (call, { orgId, comment, ...chosen }) => {
    const alerts = await chosenAlerts(call.db.sql, orgId, chosen)
    const by = { from: call.caller.accountName, comment: textOf(comment) }
    // For a whole network or level only active alerts can be acknowledged.
    const targets = chosen.alertIds === undefined ? alerts.filter(({ isActive }) => isActive) : alerts
    const answers = await call.alerting.confirmEach(targets.map(({ id }) => ({ orgId, alertId: id, ...by })))
    const alertIds = [...answers].flatMap(([id, answer]) => (answer === 'confirmed' ? [id] : []))
    if (alertIds.length > 0) await call.db.tx((tx) => recordChange(tx, call, 'alerts.confirm', { alertIds, ...by }))
    return { outcomes: outcomesOf(chosen, targets, ({ id }) => answers.get(id) ?? 'inactive') }
  },

  mute: (call, { orgId, comment, till, ...chosen }) => {
    const on = call.now().getTime()
    if (till.getTime() <= on) throw new Refusal('IncorrectRequest', 'body.till: must be in the future')
    if (till.getTime() > on + muteMsMax) throw new Refusal('IncorrectRequest', 'body.till: must be within 31 days')
    const mute: Mute = { till: till.getTime(), on, by: call.caller.accountName, comment: textOf(comment) }
    return call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const alerts = await chosenAlerts(tx, orgId, chosen)
      const alertIds = alerts.map(({ id }) => id)
      await setMute(tx, orgId, alertIds, mute)
      const after = { alertIds, till: till.toISOString(), comment: mute.comment }
      if (alertIds.length > 0) await recordChange(tx, call, 'alerts.mute', after)
      return { outcomes: outcomesOf(chosen, alerts, () => 'muted') }
    })
  },

  unmute: (call, { orgId, comment, ...chosen }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const on = call.now().getTime()
      const alerts = await chosenAlerts(tx, orgId, chosen)
      const muted = new Set(alerts.flatMap(({ id, mute }) => (mute !== null && mute.till > on ? [id] : [])))
      await setMute(tx, orgId, [...muted], null)
      const after = { alertIds: [...muted], comment: textOf(comment) }
      if (muted.size > 0) await recordChange(tx, call, 'alerts.unmute', after)
      return { outcomes: outcomesOf(chosen, alerts, ({ id }) => (muted.has(id) ? 'unmuted' : 'not-muted')) }
    }),
}

const textOf = (comment = ''): string | null => (comment === '' ? null : comment)

/** Writes one audit record for the whole change. */
const recordChange = (tx: Tx, call: AlertingCall<'member'>, action: AuditAction, after: object): Promise<void> =>
  record(tx, call.orgId, call, { action, objectKind: 'org', objectId: call.orgId, after })

/** Outcomes of the listed alerts in their order; otherwise of each selected one. */
const outcomesOf = <Found extends { id: number }, Word extends string>(
  { alertIds }: AlertSelection,
  alerts: readonly Found[],
  outcomeOf: (one: Found) => Word,
): { alertId: number; outcome: Word | 'not-found' }[] => {
  const byId = new Map(alerts.map((one) => [one.id, one]))
  return [...new Set(alertIds ?? byId.keys())].map((alertId) => {
    const one = byId.get(alertId)
    return { alertId, outcome: one === undefined ? 'not-found' : outcomeOf(one) }
  })
}
