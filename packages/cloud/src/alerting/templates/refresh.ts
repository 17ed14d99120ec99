import type { Queries, Tx } from '@busbar/database'
import { type AlertWithParts, alertsMax } from '../alerts.rules.ts'
import { countAlerts, deleteAlert, setDisabledOn } from '../alerts.sql.ts'
import type { Definition } from '../definition/definition.rules.ts'
import { type AlertParamRow, alertParams } from '../params.sql.ts'
import { addAlert, alertWithParts, replaceAlert } from '../save-alert.ts'
import { alertFor, contentOf, type TemplateFit } from './alert-templates.rules.ts'
import {
  type AlertTemplateRow,
  devicesOfKind,
  type KindDevice,
  linkAlert,
  paramsBySlug,
  templatesForDevices,
} from './alert-templates.sql.ts'

/**
 * Updates the alerts of templates after a change of these devices or their parameters. The organization is locked
 * already. The result does not depend on the order of changes, only on the current state.
 */
export const refreshTemplateAlerts = async (
  tx: Tx,
  orgId: number,
  deviceIds: readonly number[],
  now: Date,
): Promise<void> => {
  if (deviceIds.length === 0) return
  for (const template of await templatesForDevices(tx, orgId, deviceIds))
    await applyTemplate(tx, orgId, template, now, deviceIds)
}

/** Makes the alerts of a template what it says, for all devices of its kind, or those of them that are listed. */
export const applyTemplate = async (
  tx: Tx,
  orgId: number,
  template: AlertTemplateRow,
  now: Date,
  deviceIds: readonly number[] | null = null,
): Promise<void> => {
  const devices = await devicesOfKind(tx, orgId, template, { deviceIds })
  const fits = await fitsOf(tx, orgId, template, devices)
  let alertsLeft = alertsMax - (await countAlerts(tx, orgId))
  for (const device of devices) {
    const fit = fits.get(device.id)
    if (fit === undefined || !('ok' in fit)) {
      if (device.alertId !== null) await deleteAlert(tx, orgId, device.alertId)
      continue
    }
    if (device.alertId === null) {
      // Beyond the limit of alerts a device is listed without an alert.
      if (alertsLeft <= 0) continue
      alertsLeft -= 1
    }
    const isOn = template.isEnabled && device.exception?.isOff !== true
    await putAlert(tx, orgId, template.id, device, fit.ok, isOn, now)
  }
}

/** Returns the alert that each device should have. */
export const fitsOf = async (
  sql: Queries,
  orgId: number,
  template: AlertTemplateRow,
  devices: readonly KindDevice[],
): Promise<Map<number, TemplateFit>> => {
  const slugs = template.definition.conditions.map(({ param }) => param)
  const paramIds = await paramsBySlug(
    sql,
    orgId,
    devices.map(({ id }) => id),
    slugs,
  )
  const rows = await alertParams(
    sql,
    orgId,
    paramIds.map(({ id }) => id),
  )
  const bySlug = new Map<number, Map<string, AlertParamRow>>(devices.map(({ id }) => [id, new Map()]))
  for (const { deviceId, slug, id } of paramIds) {
    const row = rows.get(id)
    if (row !== undefined) bySlug.get(deviceId)?.set(slug, row)
  }
  return new Map(devices.map((device) => [device.id, alertFor(template, device, bySlug.get(device.id) ?? new Map())]))
}

const putAlert = async (
  tx: Tx,
  orgId: number,
  alertTemplateId: number,
  { id: deviceId, alertId, isAlertOn }: KindDevice,
  definition: Definition,
  isOn: boolean,
  now: Date,
): Promise<void> => {
  if (alertId === null) {
    const newAlertId = await addAlert(tx, orgId, definition, now)
    await linkAlert(tx, orgId, newAlertId, { alertTemplateId, deviceId })
    if (!isOn) await setDisabledOn(tx, orgId, newAlertId, now)
    return
  }
  const before = await alertWithParts(tx, orgId, alertId)
  if (before !== null && contentOf(definitionOf(before)) !== contentOf(definition))
    await replaceAlert(tx, orgId, before, definition)
  if (isAlertOn !== isOn) await setDisabledOn(tx, orgId, alertId, isOn ? null : now)
}

const definitionOf = ({ alert, conditions, actions }: AlertWithParts): Definition => ({ ...alert, conditions, actions })
