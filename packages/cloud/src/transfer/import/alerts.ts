import type { Tx } from '@busbar/database'
import { lookUp } from '@busbar/kit'
import { alertsMax, quietTimesOf, shownAlert, shownQuiet, tooManyAlerts } from '../../alerting/alerts.rules.ts'
import {
  alertQuietTimes,
  alertSlugs,
  alertsOf,
  countAlerts,
  insertActions,
  insertAlert,
  insertConditions,
  setAlertQuietTimes,
  setDisabledOn,
} from '../../alerting/alerts.sql.ts'
import { checkDefinition } from '../../alerting/definition/definition.rules.ts'
import { idsIn } from '../../alerting/definition/definition-facts.sql.ts'
import { changeDependencies } from '../../alerting/maintenance/dependencies.http.ts'
import { dependenciesOf } from '../../alerting/maintenance/dependencies.sql.ts'
import { alertParams } from '../../alerting/params.sql.ts'
import { alertWithParts } from '../../alerting/save-alert.ts'
import { templateOfAlert } from '../../alerting/templates/alert-templates.sql.ts'
import type { Document } from '../document.contract.ts'
import type { Part } from '../transfer.contract.ts'
import { documentError, withPath } from './document-errors.ts'
import { referencedId, uniqueSlugs } from './import.rules.ts'
import { movedIds } from './maintenance.ts'

/** All alerts, as they would be created. */
export const alertsToExport = async (tx: Tx, orgId: number): Promise<Document['alerts']> => {
  const alerts: Document['alerts'] = []
  for (const { id } of await alertsOf(tx, orgId)) {
    const [stored, quiet] = [await alertWithParts(tx, orgId, id), await alertQuietTimes(tx, orgId, id)]
    const dependsOn = await dependenciesOf(tx, orgId, id)
    const template = await templateOfAlert(tx, orgId, id)
    if (stored === null || quiet === undefined || dependsOn === undefined) continue
    const { conditions, actions, followUps, ...alert } = shownAlert(stored, new Map(), true)
    alerts.push({
      ...alert,
      conditions: Object.values(conditions).map(({ param: _param, ...condition }) => condition),
      actions: Object.values(actions),
      followUps: Object.values(followUps),
      quiet: shownQuiet(quiet),
      dependsOn,
      ...(template !== null && { alertTemplateId: template.id, templateDeviceId: template.deviceId }),
    })
  }
  return alerts
}

/** Adds alerts whose parameters are there already, and gives their new ids. */
export const importAlerts = async (
  tx: Tx,
  orgId: number,
  createdOn: Date,
  alerts: Part['alerts'],
  paramIds: ReadonlyMap<number, number>,
  policyIds: ReadonlyMap<number, number>,
): Promise<Map<number, number>> => {
  const newIds = new Map<number, number>()
  if (alerts.length === 0) return newIds
  if ((await countAlerts(tx, orgId)) + alerts.length > alertsMax) throw documentError('alerts', tooManyAlerts)
  const slugs = uniqueSlugs((index) => `alerts.${index}`, alerts, new Set(await alertSlugs(tx, orgId, ['%'])))
  const params = await alertParams(
    tx,
    orgId,
    alerts.flatMap(idsIn).flatMap((id) => paramIds.get(id) ?? []),
  )
  for (const [index, alert] of alerts.entries()) {
    const {
      id,
      slug,
      isEnabled,
      quiet,
      dependsOn: _parents,
      alertTemplateId: _made,
      templateDeviceId: _for,
      ...definition
    } = alert
    if (newIds.has(id)) throw documentError(`alerts.${index}.id`, `${id} is there twice`)
    const checked = checkDefinition(withIds(definition, paramIds, policyIds), {
      references: new Map(),
      params,
      policyIds: new Set(policyIds.values()),
    })
    if ('errors' in checked) {
      const [[field, message] = ['', '']] = Object.entries(checked.errors)
      throw documentError(`alerts.${index}.${field}`, message)
    }
    const { ok } = checked
    const complete = { ...ok, holdOffSec: ok.holdOffSec ?? 0 }
    const newId = await insertAlert(tx, orgId, complete, slugs[index] ?? slug, createdOn)
    await insertConditions(tx, orgId, newId, ok.conditions)
    await insertActions(tx, orgId, newId, ok.actions)
    await setAlertQuietTimes(tx, orgId, newId, quietTimesOf(quiet))
    if (!isEnabled) await setDisabledOn(tx, orgId, newId, createdOn)
    newIds.set(id, newId)
  }
  return newIds
}

/** Once all alerts are there: they depend on each other in any order. Circles are refused where they always are. */
export const importDependencies = async (
  tx: Tx,
  orgId: number,
  alerts: Part['alerts'],
  ids: { networks: ReadonlyMap<number, number>; alerts: ReadonlyMap<number, number> },
): Promise<void> => {
  for (const [index, { id, dependsOn }] of alerts.entries()) {
    const { alertIds, netIds, isCriticalHeld } = dependsOn
    if (alertIds.length + netIds.length === 0 && !isCriticalHeld) continue
    const where = `alerts.${index}.dependsOn`
    const to = {
      alertIds: movedIds(`${where}.alertIds`, alertIds, ids.alerts),
      netIds: movedIds(`${where}.netIds`, netIds, ids.networks),
      isCriticalHeld,
    }
    await withPath(where, () => changeDependencies(tx, orgId, lookUp(ids.alerts, id), to))
  }
}

type ImportedAlert = Omit<
  Part['alerts'][number],
  'id' | 'slug' | 'isEnabled' | 'quiet' | 'dependsOn' | 'alertTemplateId' | 'templateDeviceId'
>

/** Replaces IDs of parameters and policies by their new ones; IDs outside the document become unknown. */
const withIds = (
  { conditions, actions, followUps = [], policyId, ...rest }: ImportedAlert,
  paramIds: ReadonlyMap<number, number>,
  policyIds: ReadonlyMap<number, number>,
): ImportedAlert => {
  const moved = <Item extends { paramId?: number | null | undefined }>(item: Item): Item =>
    item.paramId == null ? item : { ...item, paramId: referencedId(paramIds, item.paramId) }
  return {
    ...rest,
    ...(policyId != null && { policyId: referencedId(policyIds, policyId) }),
    conditions: conditions.map((one) => ({ ...moved(one), param: null })),
    actions: actions.map(moved),
    followUps: followUps.map(moved),
  }
}
