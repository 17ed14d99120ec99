import type { Queries, Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { newParams } from '../params/new-params.rules.ts'
import { deleteParams, insertParams } from '../params/params.sql.ts'
import { settingsProblem } from '../params/settings.rules.ts'
import { type CurrentDevice, type DevicePlan, planDevice } from './apply.rules.ts'
import { devicesToApply, paramsOfDevices, setTemplate, updateParams } from './apply.sql.ts'
import { revisionsOf } from './revisions.sql.ts'
import { selectTemplate, shippedOrgId, type TemplateRow } from './templates.sql.ts'

const paramsMax = 20_000

/** Plans the changes that make these devices match the current template. */
export const planTemplate = async (
  sql: Queries,
  orgId: number,
  templateId: number,
  deviceIds: readonly number[],
): Promise<{ template: TemplateRow; plans: DevicePlan[] }> => {
  const template = await selectTemplate(sql, templateId)
  if (template === undefined || (template.orgId !== shippedOrgId && template.orgId !== orgId)) {
    throw new Refusal('ObjectNotFound')
  }
  const ids = [...new Set(deviceIds)]
  const devices = await devicesToApply(sql, orgId, ids)
  if (devices.length < ids.length) throw new Refusal('ObjectNotFound')
  const params = await paramsOfDevices(sql, orgId, ids)
  if (Math.max(params.length, devices.length * template.paramTemplates.length) > paramsMax) {
    throw new Refusal('IncorrectRequest', `body.deviceIds: at most ${paramsMax} parameters in one request`)
  }
  const revisions = devices.flatMap((one) => (one.templateId === templateId ? (one.revision ?? []) : []))
  const earlier = new Map(
    (await revisionsOf(sql, orgId, templateId, [...new Set(revisions)])).map((one) => [one.revision, one]),
  )
  const plans = devices.map(({ templateId: deviceTemplateId, revision, ...device }) => {
    const isKnown = deviceTemplateId === templateId && revision !== null
    const base = isKnown ? (revision === template.revision ? template : (earlier.get(revision) ?? null)) : null
    const own = params.filter(({ deviceId }) => deviceId === device.id)
    return planDevice({ ...device, params: own, base } satisfies CurrentDevice, template)
  })
  return { template, plans }
}

/** Carries plans out. The organization is locked. */
export const applyPlans = async (
  tx: Tx,
  orgId: number,
  template: TemplateRow,
  plans: readonly DevicePlan[],
  isGoneDeleted: boolean,
): Promise<void> => {
  const changed = plans.flatMap(({ params }) => params.filter((one) => one.changed.length > 0))
  for (const { to, param } of changed) {
    const problem = settingsProblem(to)
    // A user's setting on the device may contradict the template.
    if (problem !== null) throw new Refusal('IncorrectRequest', `param ${param.id}: ${problem}`)
  }
  await updateParams(
    tx,
    orgId,
    changed.map(({ to, param }) => ({ ...to, id: param.id })),
  )
  if (isGoneDeleted) {
    const gone = plans.flatMap((plan) => plan.gone.map(({ id }) => id))
    await deleteParams(tx, orgId, gone)
  }
  await insertParams(
    tx,
    orgId,
    plans.flatMap((plan) => addedParams(plan, isGoneDeleted)),
  )
  const isOwn = template.orgId !== shippedOrgId
  await setTemplate(
    tx,
    orgId,
    { id: template.id, orgId: template.orgId, revision: isOwn ? template.revision : null },
    plans.map((plan) => ({ id: plan.deviceId, ...plan.exchange.to })),
  )
}

const addedParams = ({ deviceId, params, added, gone, others }: DevicePlan, isGoneDeleted: boolean) => {
  const staying = [...params.map(({ param }) => param), ...others, ...(isGoneDeleted ? [] : gone)]
  const slugs = staying.map(({ slug }) => slug)
  return newParams(`device ${deviceId}`, added, slugs).map((settings) => ({ ...settings, deviceId }))
}
