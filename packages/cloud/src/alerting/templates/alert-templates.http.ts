import type { Queries, Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { allows } from '../../accounts/access/roles.ts'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { usableTemplates } from '../../devices/devices.sql.ts'
import { shownText } from '../../devices/params/names.rules.ts'
import { textIn } from '../../fields/text-in.ts'
import { shownAction } from '../alerts.rules.ts'
import { policyIds } from '../contacts/contacts.sql.ts'
import type { AlertingNeeds } from '../needs.ts'
import { type AlertTemplateInput, type alertTemplates, alertTemplatesMax } from './alert-templates.contract.ts'
import { type CheckedTemplate, checkTemplate, paramsOfKind, type TemplateFit } from './alert-templates.rules.ts'
import {
  type AlertTemplateRow,
  alertTemplatesOf,
  countedTemplates,
  deleteAlertsOf,
  deleteAlertTemplate,
  devicesOfKind,
  insertAlertTemplate,
  type KindDevice,
  putException,
  setTemplateEnabled,
  shownDevices,
  updateAlertTemplate,
} from './alert-templates.sql.ts'
import { applyTemplate, fitsOf } from './refresh.ts'

const objectKind = 'alert-template'

export const alertTemplatesHandlers: Handlers<typeof alertTemplates, AlertingNeeds> = {
  list: async ({ db: { sql } }, { orgId }) => {
    const counts = new Map((await countedTemplates(sql, orgId)).map((one) => [one.id, one]))
    return (await alertTemplatesOf(sql, orgId)).map(({ id, name, templateId, templateName, isEnabled, definition }) => {
      const { deviceCount = 0, alertCount = 0 } = counts.get(id) ?? {}
      return { id, name, templateId, templateName, logAs: definition.logAs, isEnabled, deviceCount, alertCount }
    })
  },

  params: async ({ db: { sql } }, { orgId, templateId, lang = 'en' }) => {
    const [kind] = await usableTemplates(sql, orgId, [templateId])
    if (kind === undefined) throw new Refusal('ObjectNotFound')
    return paramsOfKind(kind.paramTemplates).map(({ slug, name, label, unitName }) => ({
      param: slug,
      name: textIn(name, lang) ?? shownText(name),
      ...(label !== null && { label }),
      ...(unitName !== null && { unitName }),
    }))
  },

  create: (call, { orgId, templateId, ...input }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const [kind] = await usableTemplates(tx, orgId, [templateId])
      if (kind === undefined) throw new Refusal('ObjectNotFound', 'body.templateId: no such device template')
      const checked = await check(tx, orgId, input, templateId, null)
      if ('errors' in checked) return { result: 'error' as const, errors: checked.errors }
      if ((await alertTemplatesOf(tx, orgId)).length >= alertTemplatesMax)
        return {
          result: 'error' as const,
          errors: { alertTemplates: `must be at most ${alertTemplatesMax} in an organization` },
        }
      const template = { ...checked.ok, templateOrgId: kind.orgId, templateId, isEnabled: true }
      const id = await insertAlertTemplate(tx, orgId, template, call.now())
      await applyTemplate(tx, orgId, await storedTemplate(tx, orgId, id), call.now())
      await record(tx, orgId, call, { action: 'alert-template.create', objectKind, objectId: id, after: template })
      return { result: 'success' as const, id, errors: {} }
    }),

  get: async ({ db: { sql }, role }, { orgId, alertTemplateId }) => {
    const row = await storedTemplate(sql, orgId, alertTemplateId)
    const devices = await shownDevices(sql, orgId, row)
    const fits = await fitsOf(sql, orgId, row, devices)
    const counted = (await countedTemplates(sql, orgId)).find(({ id }) => id === alertTemplateId)
    const { id, templateId, templateName } = row
    return {
      id,
      templateId,
      templateName,
      ...shownTemplate(row, allows(role, 'manager')),
      deviceCount: counted?.deviceCount ?? devices.length,
      devices: devices.map((device) => shownDevice(device, fits.get(device.id))),
    }
  },

  change: (call, { orgId, alertTemplateId, ...input }) =>
    withLockedTemplate(call, orgId, alertTemplateId, async (tx, before) => {
      const checked = await check(tx, orgId, input, before.templateId, before)
      if ('errors' in checked) return { result: 'error' as const, errors: checked.errors }
      await updateAlertTemplate(tx, orgId, alertTemplateId, checked.ok)
      await applyTemplate(tx, orgId, { ...before, ...checked.ok }, call.now())
      const { name, policyId, definition } = before
      const changes = difference({ name, policyId, definition }, { ...checked.ok })
      await record(tx, orgId, call, {
        action: 'alert-template.change',
        objectKind,
        objectId: alertTemplateId,
        ...changes,
      })
      return { result: 'success' as const, errors: {} }
    }),

  changeDisable: (call, { orgId, alertTemplateId, enabled }) =>
    withLockedTemplate(call, orgId, alertTemplateId, async (tx, before) => {
      await setTemplateEnabled(tx, orgId, alertTemplateId, enabled)
      await applyTemplate(tx, orgId, { ...before, isEnabled: enabled }, call.now())
      const changes = difference({ isEnabled: before.isEnabled }, { isEnabled: enabled })
      const entry = { action: 'alert-template.change-disable', objectKind, objectId: alertTemplateId } as const
      await record(tx, orgId, call, { ...entry, ...changes })
      return {}
    }),

  setException: (call, { orgId, alertTemplateId, deviceId, isOff = false, limits = [] }) =>
    withLockedTemplate(call, orgId, alertTemplateId, async (tx, template) => {
      const [device] = await devicesOfKind(tx, orgId, template, { deviceIds: [deviceId] })
      if (device === undefined) throw new Refusal('ObjectNotFound', 'body.deviceId: no such device of the kind')
      const after = { isOff, limits }
      await putException(tx, orgId, { alertTemplateId, deviceId, ...after })
      await applyTemplate(tx, orgId, template, call.now(), [deviceId])
      const before = device.exception ?? { isOff: false, limits: [] }
      const entry = { action: 'alert-template.exception', objectKind, objectId: alertTemplateId } as const
      const changes = difference({ deviceId, ...before }, { deviceId, ...after })
      await record(tx, orgId, call, { ...entry, ...changes, after: { deviceId, ...changes.after } })
      return {}
    }),

  delete: (call, { orgId, alertTemplateId, alerts }) =>
    withLockedTemplate(call, orgId, alertTemplateId, async (tx, before) => {
      if (alerts === 'delete') await deleteAlertsOf(tx, orgId, alertTemplateId)
      await deleteAlertTemplate(tx, orgId, alertTemplateId)
      const entry = { action: 'alert-template.delete', objectKind, objectId: alertTemplateId } as const
      await record(tx, orgId, call, { ...entry, before, after: { alerts } })
      return {}
    }),
}

const storedTemplate = async (sql: Queries, orgId: number, id: number): Promise<AlertTemplateRow> => {
  const [row] = await alertTemplatesOf(sql, orgId, id)
  if (row === undefined) throw new Refusal('ObjectNotFound')
  return row
}

const withLockedTemplate = <T>(
  { db }: AlertingNeeds,
  orgId: number,
  id: number,
  work: (tx: Tx, template: AlertTemplateRow) => Promise<T>,
): Promise<T> =>
  db.tx(async (tx) => {
    await lockOrg(tx, orgId)
    return work(tx, await storedTemplate(tx, orgId, id))
  })

const check = async (
  tx: Tx,
  orgId: number,
  input: AlertTemplateInput,
  templateId: number,
  before: CheckedTemplate | null,
): Promise<ReturnType<typeof checkTemplate>> => {
  const [kind] = await usableTemplates(tx, orgId, [templateId])
  return checkTemplate(
    input,
    { paramTemplates: kind?.paramTemplates ?? [], policyIds: await policyIds(tx, orgId) },
    before,
  )
}

/** As the wire has it. `isEditor`: the reader may change it, and so may see all of it. */
export const shownTemplate = ({ name, policyId, isEnabled, definition }: AlertTemplateRow, isEditor: boolean) => {
  const { description, maxAgeSec, actions, conditions, ...core } = definition
  return {
    ...core,
    name,
    isEnabled,
    ...(description !== null && { description }),
    ...(maxAgeSec !== null && { maxAgeSec }),
    ...(policyId !== null && { policyId }),
    conditions: conditions.map((one) => ({ ...one })),
    actions: actions.filter(({ stage }) => stage === 'active').map((one) => shownAction(one, isEditor)),
    followUps: actions.flatMap((one) =>
      one.stage === 'active' ? [] : [{ stage: one.stage, ...shownAction(one, isEditor) }],
    ),
  }
}

const shownDevice = (device: KindDevice, fit: TemplateFit | undefined) => {
  const { id, name, netId, netName, alertId, isActive, startedOn, exception } = device
  const problem = problemOf(fit, alertId)
  return {
    deviceId: id,
    deviceName: name,
    netId,
    netName,
    ...(alertId !== null && { alertId }),
    isActive,
    ...(startedOn !== null && { startedOn: new Date(startedOn).toISOString() }),
    ...(fit !== undefined && 'missing' in fit && { missing: fit.missing }),
    ...(problem !== null && { problem }),
    isOff: exception?.isOff ?? false,
    limits: (exception?.limits ?? []).map((one) => ({ ...one })),
  }
}

const problemOf = (fit: TemplateFit | undefined, alertId: number | null): string | null => {
  if (fit !== undefined && 'problem' in fit) return fit.problem
  return fit !== undefined && 'ok' in fit && alertId === null
    ? 'the organization has as many alerts as it may have'
    : null
}
