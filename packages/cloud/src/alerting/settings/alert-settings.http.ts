import type { QuietTimes } from '@busbar/alerts/model'
import type { Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { AuditAction } from '../../accounts/audit/actions.ts'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { type Change, record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { quietTimesOf, shownQuiet } from '../alerts.rules.ts'
import {
  alertQuietTimes,
  type NetOutage,
  netOutage,
  netQuietTimes,
  netSettings,
  nextWebhookKey,
  type OrgSettings,
  orgSettings,
  setAlertQuietTimes,
  setNetOutage,
  setNetQuietTimes,
  setOutageHeldBack,
  setSms,
} from '../alerts.sql.ts'
import { policyIds } from '../contacts/contacts.sql.ts'
import type { AlertingCall, AlertingNeeds } from '../needs.ts'
import type { alertSettings } from './alert-settings.contract.ts'

export const alertSettingsHandlers: Handlers<typeof alertSettings, AlertingNeeds> = {
  smsSettings: (call, { orgId, disableSms, limit }) =>
    changeOrgSettings(call, 'org.sms-settings', async (tx, { isSmsOff }) => {
      if (isSmsOff)
        throw new Refusal('NotAuthorized', 'SMS are switched off for this organization by the installation.')
      await setSms(tx, orgId, disableSms, limit)
    }),

  get: async ({ db: { sql } }, { orgId }) => {
    const { isOutageHeldBack, isSmsDisabled, smsLimit, isSmsOff } = await orNotFound(orgSettings(sql, orgId))
    return {
      isOutageHeldBack,
      disableSms: isSmsDisabled,
      ...(smsLimit !== null && { limit: Number(smsLimit) }),
      isSmsOffByInstallation: isSmsOff,
    }
  },

  webhookSecret: (call, { orgId }) => secretOf(call, orgId),

  rotateWebhookSecret: async (call, { orgId }) => {
    await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      await nextWebhookKey(tx, orgId)
      await record(tx, orgId, call, { action: 'org.webhook-secret', objectKind: 'org', objectId: orgId })
    })
    return secretOf(call, orgId)
  },

  change: (call, { orgId, isOutageHeldBack }) =>
    changeOrgSettings(call, 'org.alert-settings', (tx) => setOutageHeldBack(tx, orgId, isOutageHeldBack)),

  alertQuiet: async ({ db: { sql }, orgId }, { alertId }) =>
    shownQuiet(await orNotFound(alertQuietTimes(sql, orgId, alertId))),

  changeAlertQuiet: (call, { alertId, ...input }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const [before, after] = [await orNotFound(alertQuietTimes(tx, orgId, alertId)), quietTimesOf(input)]
      await setAlertQuietTimes(tx, orgId, alertId, after)
      await recordQuietTimes(tx, call, { action: 'alert.quiet', objectKind: 'alert', objectId: alertId }, before, after)
      return {}
    }),

  nets: async ({ db: { sql } }, { orgId }) =>
    (await netSettings(sql, orgId)).map(({ policyId, ...net }) => ({ ...net, ...(policyId !== null && { policyId }) })),

  netQuiet: async ({ db: { sql }, orgId }, { netId }) => shownQuiet(await netQuietTimes(sql, orgId, netId)),

  changeNetQuiet: (call, { netId, ...input }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const [before, after] = [await netQuietTimes(tx, orgId, netId), quietTimesOf(input)]
      await setNetQuietTimes(tx, orgId, netId, after)
      await recordQuietTimes(tx, call, { action: 'net.quiet', objectKind: 'net', objectId: netId }, before, after)
      return {}
    }),

  netOutage: async ({ db: { sql }, orgId }, { netId }) => shownOutage(await netOutage(sql, orgId, netId)),

  changeNetOutage: (call, { netId, afterMinutes, policyId }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      if (policyId !== null && !(await policyIds(tx, orgId)).has(policyId))
        throw new Refusal('ObjectNotFound', 'body.policyId: no such policy')
      const [before, after] = [await netOutage(tx, orgId, netId), { afterMinutes, policyId }]
      await setNetOutage(tx, orgId, netId, after)
      const entry = { action: 'net.outage-settings', objectKind: 'net', objectId: netId } as const
      await record(tx, orgId, call, { ...entry, ...difference(before, after) })
      return {}
    }),
}

const shownOutage = ({ afterMinutes, policyId }: NetOutage) => ({
  afterMinutes,
  ...(policyId !== null && { policyId }),
})

const secretOf = async ({ alerting }: Pick<AlertingNeeds, 'alerting'>, orgId: number): Promise<{ secret: string }> => {
  const secret = await alerting.webhookSecret(orgId)
  if (secret === null) throw new Refusal('Unavailable', 'The key that signs webhooks is sealed, and cannot be opened.')
  return { secret }
}

const orNotFound = async <T>(row: Promise<T | undefined>): Promise<T> => {
  const one = await row
  if (one === undefined) throw new Refusal('ObjectNotFound')
  return one
}

const recordQuietTimes = (
  tx: Tx,
  call: AlertingCall<'member'>,
  change: Change,
  before: QuietTimes,
  after: QuietTimes,
): Promise<void> => record(tx, call.orgId, call, { ...change, ...difference(shownQuiet(before), shownQuiet(after)) })

/** Changes what holds for all alerts of an organization. */
const changeOrgSettings = (
  call: AlertingCall<'member'>,
  action: AuditAction,
  work: (tx: Tx, before: OrgSettings) => Promise<void>,
): Promise<Record<string, never>> =>
  call.db.tx(async (tx) => {
    const { orgId } = call
    await lockOrg(tx, orgId)
    const before = await orNotFound(orgSettings(tx, orgId))
    await work(tx, before)
    const after = await orNotFound(orgSettings(tx, orgId))
    await record(tx, orgId, call, { action, objectKind: 'org', objectId: orgId, ...difference(before, after) })
    return {}
  })
