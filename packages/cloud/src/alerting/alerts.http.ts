import type { Confirmation } from '@busbar/alerts/model'
import type { Queries, Tx } from '@busbar/database'
import { lastReadings } from '@busbar/readings/last-values'
import { Refusal } from '@busbar/wire/server'
import { allows } from '../accounts/access/roles.ts'
import { difference } from '../accounts/audit/difference.rules.ts'
import { lockOrg } from '../accounts/audit/lock-org.sql.ts'
import { type Change, record } from '../accounts/audit/record.ts'
import type { Handlers } from '../accounts/call.ts'
import type { alerts } from './alerts.contract.ts'
import { type AlertWithParts, alertsMax, auditedAlert, shownAlert, tooManyAlerts } from './alerts.rules.ts'
import { alertsOf, alertsOfDevice, countAlerts, deleteAlert, orgSettings, setDisabledOn } from './alerts.sql.ts'
import type { DefinitionInput } from './definition/definition.contract.ts'
import { checkDefinition, type Definition, type FieldErrors } from './definition/definition.rules.ts'
import { definitionFacts } from './definition/definition-facts.sql.ts'
import { type DefinitionParts, warningsOf } from './definition/warnings.rules.ts'
import { alertLog } from './history/alert-log.ts'
import type { AlertingCall, AlertingNeeds } from './needs.ts'
import { alertParams } from './params.sql.ts'
import { addAlert, alertWithParts, replaceAlert } from './save-alert.ts'
import { testAction } from './settings/test-action.ts'
import { shownHold, shownState, shownStatus, withoutPeople } from './status.rules.ts'
import { statesOf, statusOf } from './status.sql.ts'
import { alertTemplatesOf, exceptionsOf, putException, templateOfAlert } from './templates/alert-templates.sql.ts'
import { applyTemplate } from './templates/refresh.ts'

export const alertsHandlers: Handlers<typeof alerts, AlertingNeeds> = {
  list: async ({ db }, { orgId }) => alertsOf(db.sql, orgId),

  ofDevice: async ({ db, orgId }, { deviceId }) => alertsOfDevice(db.sql, orgId, deviceId),

  create: (call, { orgId, ...input }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const checked = await check(tx, orgId, input)
      if ('errors' in checked) return { result: 'error' as const, errors: checked.errors }
      if ((await countAlerts(tx, orgId)) >= alertsMax)
        return { result: 'error' as const, errors: { alerts: tooManyAlerts } }
      const id = await addAlert(tx, orgId, checked.ok, call.now())
      const after = auditedAlert(await storedAlert(tx, orgId, id))
      await record(tx, orgId, call, { action: 'alert.create', objectKind: 'alert', objectId: id, after })
      return { result: 'success' as const, id, errors: {}, ...(await warningFields(call, tx, orgId, checked.ok, null)) }
    }),

  get: async ({ db: { sql }, orgId, role }, { alertId }) => {
    const alert = await storedAlert(sql, orgId, alertId)
    const paramIds = alert.conditions.map(({ paramId }) => paramId)
    const template = await templateOfAlert(sql, orgId, alertId)
    return {
      ...shownAlert(alert, await alertParams(sql, orgId, paramIds), allows(role, 'manager')),
      ...(template !== null && { alertTemplateId: template.id }),
    }
  },

  change: (call, { alertId, ...input }) =>
    withLockedAlert(call, alertId, async (tx, before) => {
      const { orgId } = call
      const template = await templateOfAlert(tx, orgId, alertId)
      if (template !== null) return { result: 'error' as const, errors: { alertTemplateId: templateProblem(template) } }
      const checked = await check(tx, orgId, input)
      if ('errors' in checked) return { result: 'error' as const, errors: checked.errors }
      await replaceAlert(tx, orgId, before, checked.ok)
      await record(tx, orgId, call, {
        action: 'alert.change',
        objectKind: 'alert',
        objectId: alertId,
        ...difference(auditedAlert(before), auditedAlert(await storedAlert(tx, orgId, alertId))),
      })
      return {
        result: 'success' as const,
        errors: {},
        ...(await warningFields(call, tx, orgId, checked.ok, before.alert.policyId)),
      }
    }),

  delete: (call, { alertId }) =>
    withLockedAlert(call, alertId, async (tx, alert) => {
      const template = await templateOfAlert(tx, call.orgId, alertId)
      if (template !== null) throw new Refusal('IncorrectRequest', `It ${templateProblem(template)}.`)
      await deleteAlert(tx, call.orgId, alertId)
      const before = auditedAlert(alert)
      await record(tx, call.orgId, call, { action: 'alert.delete', objectKind: 'alert', objectId: alertId, before })
      return {}
    }),

  changeDisable: (call, { alertId, enabled }) =>
    withLockedAlert(call, alertId, async (tx, { alert: { isEnabled } }) => {
      if (!(await switchByException(tx, call, alertId, enabled)))
        await setDisabledOn(tx, call.orgId, alertId, enabled ? null : call.now())
      await record(tx, call.orgId, call, {
        action: 'alert.change-disable',
        objectKind: 'alert',
        objectId: alertId,
        ...difference({ isEnabled }, { isEnabled: enabled }),
      })
      return {}
    }),

  warnings: async (call, { alertId }) => {
    const { orgId, db } = call
    const { alert, conditions, actions } = await storedAlert(db.sql, orgId, alertId)
    return { warnings: await warningsFor(call, db.sql, orgId, { conditions, actions, policyId: alert.policyId }) }
  },

  log: (call, { alertId, ...page }) => alertLog(call, alertId, page),
  orgLog: (call, page) => alertLog(call, null, page),

  status: async ({ db: { sql }, orgId, alerting, now }, { alertId }) => {
    const row = await statusOf(sql, orgId, alertId)
    if (row === undefined) throw new Refusal('ObjectNotFound')
    const params = row.conditions.map(({ paramId, deviceId }) => ({ orgId, deviceId, id: paramId }))
    const on = now().getTime()
    const status = shownStatus(row, alerting.state(alertId), await lastReadings(sql, params), on)
    return { ...status, ...shownHold(alerting.hold(alertId), row, on) }
  },

  states: async ({ db: { sql }, alerting, now, shared }, { orgId }) => {
    const rows = await statesOf(sql, orgId)
    const on = now().getTime()
    const states = rows.map((row) => ({ ...shownState(row), ...shownHold(alerting.hold(row.id), row, on) }))
    if (shared === null) return states
    return states.filter(({ id }) => shared.contents.alertIds.has(id)).map(withoutPeople)
  },

  confirm: (call, { alertId, comment }) =>
    confirm(call, alertId, comment, { action: 'alert.confirm', objectKind: 'alert', objectId: alertId }),

  // The service's own alert about a network has the network's id with a minus.
  confirmOutage: (call, { netId, comment }) =>
    confirm(call, -netId, comment, { action: 'net.confirm-outage', objectKind: 'net', objectId: netId }),

  testAction: (call, { alertId, actionId }) => testAction(call, alertId, actionId),
}

const templateProblem = ({ name }: { name: string }): string =>
  `belongs to the alert template ${name}: change that, or make an exception there`

/** Disables an alert of a template by an exception for its device, and enables it by removing the exception. */
const switchByException = async (
  tx: Tx,
  { orgId, now }: AlertingCall<'member'>,
  alertId: number,
  enabled: boolean,
): Promise<boolean> => {
  const template = await templateOfAlert(tx, orgId, alertId)
  const [row] = template === null ? [] : await alertTemplatesOf(tx, orgId, template.id)
  if (template === null || row === undefined) return false
  const { deviceId } = template
  const before = (await exceptionsOf(tx, orgId, template.id)).find((one) => one.deviceId === deviceId)
  const isOff = !enabled
  await putException(tx, orgId, { alertTemplateId: template.id, deviceId, isOff, limits: before?.limits ?? [] })
  await applyTemplate(tx, orgId, row, now(), [deviceId])
  return true
}

const confirm = async (
  call: AlertingCall<'member'>,
  alertId: number,
  comment = '',
  entry: Pick<Change, 'action' | 'objectKind' | 'objectId'>,
): Promise<{ confirmation: Confirmation }> => {
  const { orgId, caller, alerting } = call
  const by = { from: caller.accountName, comment: comment === '' ? null : comment }
  const confirmation = await alerting.confirm({ orgId, alertId, ...by })
  if (confirmation === 'confirmed') await call.db.tx((tx) => record(tx, orgId, call, { ...entry, after: by }))
  return { confirmation }
}

const check = async (
  tx: Tx,
  orgId: number,
  input: DefinitionInput,
): Promise<{ ok: Definition } | { errors: FieldErrors }> =>
  checkDefinition(input, await definitionFacts(tx, orgId, input))

const warningsFor = async (
  { alerting }: Pick<AlertingNeeds, 'alerting'>,
  sql: Queries,
  orgId: number,
  { conditions, actions, policyId }: DefinitionParts,
): Promise<string[]> => {
  const params = await alertParams(
    sql,
    orgId,
    conditions.map(({ paramId }) => paramId),
  )
  const org = await orgSettings(sql, orgId)
  const isSmsOff = org === undefined || org.isSmsOff || org.isSmsDisabled
  return warningsOf({ conditions, actions, policyId }, { params, channels: alerting.channels, isSmsOff })
}

/** The field of a response; none without warnings. A definition without `policyId` keeps the stored policy. */
const warningFields = async (
  call: Pick<AlertingNeeds, 'alerting'>,
  sql: Queries,
  orgId: number,
  { conditions, actions, policyId }: Definition,
  storedPolicyId: number | null,
): Promise<{ warnings?: string[] }> => {
  const kept = policyId === undefined ? storedPolicyId : policyId
  const warnings = await warningsFor(call, sql, orgId, { conditions, actions, policyId: kept })
  return warnings.length === 0 ? {} : { warnings }
}

const storedAlert = async (...args: Parameters<typeof alertWithParts>): Promise<AlertWithParts> => {
  const alert = await alertWithParts(...args)
  if (alert === null) throw new Refusal('ObjectNotFound')
  return alert
}

/** Does something to an alert that is locked meanwhile. */
const withLockedAlert = <T>(
  { db, orgId }: AlertingCall<'member'>,
  alertId: number,
  work: (tx: Tx, alert: AlertWithParts) => Promise<T>,
): Promise<T> =>
  db.tx(async (tx) => {
    await lockOrg(tx, orgId)
    return work(tx, await storedAlert(tx, orgId, alertId))
  })
