import type { Queries, Tx } from '@busbar/database'
import { lookUp } from '@busbar/kit'
import { setNetOutage } from '../../alerting/alerts.sql.ts'
import { alertTemplatesMax } from '../../alerting/templates/alert-templates.contract.ts'
import { shownTemplate } from '../../alerting/templates/alert-templates.http.ts'
import { checkTemplate } from '../../alerting/templates/alert-templates.rules.ts'
import {
  alertTemplatesOf,
  exceptionsOf,
  insertAlertTemplate,
  linkAlert,
  putException,
} from '../../alerting/templates/alert-templates.sql.ts'
import { applyTemplate } from '../../alerting/templates/refresh.ts'
import { usableTemplates } from '../../devices/devices.sql.ts'
import type { Document } from '../document.contract.ts'
import type { Part } from '../transfer.contract.ts'
import { documentError, needUnique } from './document-errors.ts'
import { nameOf, referencedId, type TemplateName } from './import.rules.ts'

type Ids = ReadonlyMap<number, number>

/** As they would be made, with their exceptions. */
export const alertTemplatesToExport = async (tx: Tx, orgId: number): Promise<Document['alertTemplates']> => {
  const all: Document['alertTemplates'] = []
  const rows = await alertTemplatesOf(tx, orgId)
  const kinds = new Map((await kindNames(tx, orgId)).map((kind) => [kind.id, kind]))
  for (const row of rows) {
    const kind = kinds.get(row.templateId)
    const exceptions = await exceptionsOf(tx, orgId, row.id)
    all.push({
      id: row.id,
      ...(row.templateOrgId === 0 && kind !== undefined
        ? { shippedTemplate: { name: kind.name, manufacturer: kind.manufacturer, version: kind.version } }
        : { templateId: row.templateId }),
      ...shownTemplate(row, true),
      exceptions: exceptions.map(({ deviceId, isOff, limits }) => ({
        deviceId,
        isOff,
        limits: limits.map((one) => ({ ...one })),
      })),
    })
  }
  return all
}

const kindNames = (tx: Queries, orgId: number) => tx<TemplateName[]>`
  select t.id, t.org_id as "orgId", t.name, t.manufacturer, t.version from template t
  where exists (select from alert_template a where a.org_id = ${orgId} and a.template_org_id = t.org_id and a.template_id = t.id)`

interface TemplateContext {
  templates: Ids
  devices: Ids
  policies: Ids
  alerts: Ids
  /** Shipped ones of this installation. */
  shipped: readonly TemplateName[]
  /** New IDs of earlier parts. */
  known: Ids
}

/**
 * Imports alert templates whose device template exists and binds their alerts to them. If this installation does not
 * ship the device template, the alert template is left out with a note, and its alerts become independent.
 */
export const importAlertTemplates = async (
  tx: Tx,
  orgId: number,
  now: Date,
  { alertTemplates, alerts }: Pick<Part, 'alertTemplates' | 'alerts'>,
  context: TemplateContext,
): Promise<{ ids: Map<number, number>; notes: string[] }> => {
  needUnique(
    (index) => `alertTemplates.${index}.id`,
    alertTemplates.map(({ id }) => id),
  )
  const existingCount = alertTemplates.length === 0 ? 0 : (await alertTemplatesOf(tx, orgId)).length
  if (existingCount + alertTemplates.length > alertTemplatesMax)
    throw documentError('alertTemplates', `must be at most ${alertTemplatesMax} in an organization`)
  const newIds = new Map<number, number>()
  const notes: string[] = []
  for (const [index, item] of alertTemplates.entries()) {
    const templateId = kindOf(item, context)
    if (templateId === undefined) notes.push(`alertTemplates.${index}: this installation has no such device template.`)
    else newIds.set(item.id, await addTemplate(tx, orgId, now, index, item, templateId, context))
  }
  const ids = new Map([...context.known, ...newIds])
  for (const { id, alertTemplateId = 0, templateDeviceId = 0 } of alerts) {
    const [alertId, template, deviceId] = [
      context.alerts.get(id),
      ids.get(alertTemplateId),
      context.devices.get(templateDeviceId),
    ]
    if (alertId !== undefined && template !== undefined && deviceId !== undefined)
      await linkAlert(tx, orgId, alertId, { alertTemplateId: template, deviceId })
  }
  for (const id of newIds.values())
    for (const template of await alertTemplatesOf(tx, orgId, id)) await applyTemplate(tx, orgId, template, now)
  return { ids, notes }
}

type ImportedTemplate = Part['alertTemplates'][number]

const kindOf = (
  { templateId, shippedTemplate }: ImportedTemplate,
  { templates, shipped }: TemplateContext,
): number | undefined => {
  if (shippedTemplate === undefined) return templateId === undefined ? undefined : templates.get(templateId)
  return shipped.find((one) => nameOf(one) === nameOf(shippedTemplate))?.id
}

const addTemplate = async (
  tx: Tx,
  orgId: number,
  now: Date,
  index: number,
  item: ImportedTemplate,
  templateId: number,
  { devices, policies }: TemplateContext,
): Promise<number> => {
  const where = `alertTemplates.${index}`
  const { id: _id, templateId: _kind, shippedTemplate: _shipped, exceptions, isEnabled, policyId, ...definition } = item
  const [kind] = await usableTemplates(tx, orgId, [templateId])
  const checked = checkTemplate(
    { ...definition, ...(policyId !== undefined && { policyId: referencedId(policies, policyId) }) },
    { paramTemplates: kind?.paramTemplates ?? [], policyIds: new Set(policies.values()) },
    null,
  )
  if ('errors' in checked) {
    const [[field, message] = ['', '']] = Object.entries(checked.errors)
    throw documentError(`${where}.${field}`, message)
  }
  const alertTemplateId = await insertAlertTemplate(
    tx,
    orgId,
    { ...checked.ok, templateOrgId: kind?.orgId ?? orgId, templateId, isEnabled },
    now,
  )
  for (const { deviceId, isOff, limits } of exceptions) {
    const moved = devices.get(deviceId)
    if (moved !== undefined) await putException(tx, orgId, { alertTemplateId, deviceId: moved, isOff, limits })
  }
  return alertTemplateId
}

/** Imports the recipients of outage notifications, after the policies. */
export const importOutages = async (
  tx: Tx,
  orgId: number,
  nets: Part['networks'],
  { networks, policies }: { networks: Ids; policies: Ids },
): Promise<void> => {
  for (const { id, outage } of nets) {
    if (outage === undefined) continue
    const { afterMinutes, policyId = 0 } = outage
    await setNetOutage(tx, orgId, lookUp(networks, id), { afterMinutes, policyId: policies.get(policyId) ?? null })
  }
}
