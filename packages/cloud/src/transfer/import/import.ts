import type { Tx } from '@busbar/database'
import { at, lookUp } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import type { Secrets } from '../../accounts/sealing/secrets.ts'
import { refreshTemplateAlerts } from '../../alerting/templates/refresh.ts'
import { needInputs, needNoCircle } from '../../devices/computed/check-formulas.ts'
import { putPasswords } from '../../devices/nets/net-passwords.ts'
import type { ParamSettings } from '../../devices/params/settings.rules.ts'
import { needQuota } from '../../devices/quota.sql.ts'
import { checkTemplateLimit, tidyTemplate } from '../../devices/templates/templates.rules.ts'
import { shippedOrgId } from '../../devices/templates/templates.sql.ts'
import { importSettings } from '../settings.ts'
import type { Part } from '../transfer.contract.ts'
import { importAlertTemplates, importOutages } from './alert-templates.ts'
import { importAlerts, importDependencies } from './alerts.ts'
import { importCards } from './cards.ts'
import { importContacts } from './contacts.ts'
import { importDashboards, type NewIds } from './dashboards.ts'
import { documentError } from './document-errors.ts'
import {
  type ImportIds,
  type NewTemplate,
  nameOf,
  notesOf,
  pairIds,
  planDevices,
  planNetSettings,
  planNets,
  planParams,
  planTemplate,
  type TemplateName,
} from './import.rules.ts'
import {
  changeLinks,
  deviceSlugs,
  insertDevices,
  insertNets,
  insertParams,
  insertQuietTimes,
  insertTemplates,
  lockAlerts,
  lockAlertTemplates,
  lockContacts,
  lockDevices,
  lockGroups,
  lockNets,
  lockParams,
  lockPolicies,
  lockTemplates,
  misplacedParams,
  netSlugs,
  netsOn,
  paramSlugs,
  reserveIds,
  sameTemplates,
  templateNames,
} from './import.sql.ts'
import { importWindows } from './maintenance.ts'
import { goneIds, type ParamIds } from './param-ids.rules.ts'
import { type ImportSwitches, switchedPart } from './plan.rules.ts'
import { importReports, importSchedules } from './reports.ts'
import { importTrees } from './trees.ts'
import type { UuidMap } from './uuids.ts'
import { importVisualizations } from './visualizations.ts'

/** Looks at formulas that were stored just now, whose parameters are all there, or were once. */
const importFormulas = async (
  tx: Tx,
  orgId: number,
  params: readonly Pick<ParamSettings, 'formula'>[],
  goneParamIds: ReadonlySet<number>,
): Promise<void> => {
  const [misplaced] = await misplacedParams(tx, orgId)
  if (misplaced !== undefined) {
    throw documentError('params', `${misplaced.slug}: computed parameters and others are in devices of their own`)
  }
  const formulas = params.flatMap(({ formula }) => (formula === null ? [] : { where: 'body.params', formula }))
  if (formulas.length === 0) return
  await needInputs(tx, orgId, formulas, goneParamIds)
  await needNoCircle(tx, orgId, 'body.params')
}

type IdMap = Record<string, number>

/** New IDs by the IDs of a document. */
export interface ImportedIds {
  templates: IdMap
  networks: IdMap
  devices: IdMap
  params: IdMap
  contacts: IdMap
  contactGroups: IdMap
  escalationPolicies: IdMap
  alertTemplates: IdMap
  alerts: IdMap
  maintenanceWindows: IdMap
  dashboards: IdMap
  visualizations: IdMap
  reports: UuidMap
  reportBranches: UuidMap
  trees: UuidMap
  notes: string[]
}

/** Adds a part of a document to an organization, in the caller's transaction. */
export const importPart = async (
  tx: Tx,
  secrets: Secrets,
  now: Date,
  orgId: number,
  document: Part,
  on: ImportSwitches,
): Promise<ImportedIds> => {
  await lockOrg(tx, orgId)
  await needQuota(tx, orgId, document.devices.filter(({ disabledOn }) => disabledOn === undefined).length)
  await lockExisting(tx, orgId, document)
  const part = switchedPart(document, on, now, await runningNets(tx, orgId, document))
  const names = await templateNames(tx, orgId)
  const ownNames = names.filter((name) => name.orgId === orgId)
  const { templates, newTemplates } = await planTemplates(tx, orgId, part, ownNames)
  const ids: ImportIds = {
    templates,
    networks: pairIds(
      'networks',
      part.networks,
      await reserveIds(tx, 'net', part.networks.length),
      part.known.networks,
    ),
    devices: pairIds('devices', part.devices, await reserveIds(tx, 'device', part.devices.length), part.known.devices),
  }
  const paramIds = pairIds('params', part.params, await reserveIds(tx, 'param', part.params.length), part.known.params)
  const shipped = names.filter((name) => name.orgId === shippedOrgId)
  const nets = planNets(part.networks, ids, slugSet(await netSlugs(tx, orgId)))
  const devices = planDevices(part.devices, ids, orgId, shipped, slugSet(await deviceSlugs(tx, orgId)))
  const knownDevices = Object.values(part.known.devices ?? {})
  const goneParamIds = goneIds(part.goneParams, await reserveIds(tx, 'param', part.goneParams.length), paramIds)
  const params = planParams(
    part.params,
    paramIds,
    ids,
    goneParamIds,
    slugsByDevice(await paramSlugs(tx, orgId, knownDevices)),
  )
  await insertTemplates(tx, orgId, newTemplates)
  await insertNets(tx, orgId, now, nets)
  for (const { id, devicePasswords = [] } of nets)
    await putPasswords(tx, secrets, { orgId, id, before: [] }, devicePasswords)
  const { links, quiet } = planNetSettings(part.networks, ids)
  await changeLinks(tx, orgId, links)
  await insertQuietTimes(tx, orgId, quiet)
  await insertDevices(tx, orgId, now, devices)
  await insertParams(tx, orgId, params)
  await importCards(tx, orgId, part, ids)
  await importFormulas(tx, orgId, params, new Set(goneParamIds.values()))
  const contactIds = await importContacts(tx, orgId, now, part)
  const newAlertIds = await importAlerts(tx, orgId, now, part.alerts, paramIds, contactIds.escalationPolicies)
  const alertIds = new Map([...knownIds(part.known.alerts), ...newAlertIds])
  await importOutages(tx, orgId, part.networks, { networks: ids.networks, policies: contactIds.escalationPolicies })
  const alertTemplates = await importAlertTemplates(tx, orgId, now, part, {
    templates: ids.templates,
    devices: ids.devices,
    policies: contactIds.escalationPolicies,
    alerts: alertIds,
    shipped,
    known: new Map(knownIds(part.known.alertTemplates)),
  })
  await refreshTemplateAlerts(
    tx,
    orgId,
    devices.map(({ id }) => id),
    now,
  )
  await importDependencies(tx, orgId, part.alerts, { networks: ids.networks, alerts: alertIds })
  const windowIds = await importWindows(tx, orgId, now, part.maintenanceWindows, { ...ids, alerts: alertIds })
  const views = await importViews(
    tx,
    orgId,
    now,
    part,
    { existing: paramIds, gone: goneParamIds },
    { ...ids, shipped: idsByName(shipped) },
    contactIds.contacts,
  )
  const settingNotes = await importSettings(tx, orgId, part.settings, now)
  // Schedules use the organization's time zone, which is among its settings.
  const mailNotes = await importSchedules(tx, orgId, now, part.reports, views.reports, on.alerts)
  return {
    templates: idsOf(part.templates, ids.templates),
    networks: idsOf(part.networks, ids.networks),
    devices: idsOf(part.devices, ids.devices),
    params: idsOf(part.params, paramIds),
    contacts: idsOf(part.contacts, contactIds.contacts),
    contactGroups: idsOf(part.contactGroups, contactIds.contactGroups),
    escalationPolicies: idsOf(part.escalationPolicies, contactIds.escalationPolicies),
    alertTemplates: idsOf(
      part.alertTemplates.filter(({ id }) => alertTemplates.ids.has(id)),
      alertTemplates.ids,
    ),
    alerts: idsOf(part.alerts, alertIds),
    maintenanceWindows: idsOf(part.maintenanceWindows, windowIds),
    ...views,
    notes: [
      ...notesOf(part.networks, part.devices, devices),
      ...views.notes,
      ...alertTemplates.notes,
      ...settingNotes,
      ...mailNotes,
    ],
  }
}

/** Imports dashboards, visualizations, reports and trees; their parameters already exist. */
const importViews = async (
  tx: Tx,
  orgId: number,
  now: Date,
  part: Part,
  params: ParamIds,
  ids: Omit<NewIds, 'params' | 'visualizations'>,
  contacts: ReadonlyMap<number, number>,
): Promise<Pick<ImportedIds, 'dashboards' | 'visualizations' | 'reports' | 'reportBranches' | 'trees' | 'notes'>> => {
  const { known } = part
  const visualizations = await importVisualizations(tx, orgId, now, part.visualizations, params)
  const dashboards = await importDashboards(tx, orgId, now, part.dashboards, { ...ids, params, visualizations })
  const { reports, branches } = await importReports(tx, orgId, now, part.reports, params, known.reportBranches ?? {})
  return {
    dashboards: idsOf(part.dashboards, dashboards.ids),
    visualizations: idsOf(part.visualizations, visualizations),
    reports,
    reportBranches: branches,
    trees: await importTrees(tx, orgId, now, part.trees, params, contacts),
    notes: dashboards.notes,
  }
}

const idsByName = (templates: readonly TemplateName[]): Map<string, number> =>
  new Map(templates.map((template) => [nameOf(template), template.id]))

/** New IDs of earlier parts must all belong to this organization. */
const lockExisting = async (tx: Tx, orgId: number, { known }: Part): Promise<void> => {
  const locks = [
    [lockTemplates, known.templates],
    [lockNets, known.networks],
    [lockDevices, known.devices],
    [lockParams, known.params],
    [lockContacts, known.contacts],
    [lockGroups, known.contactGroups],
    [lockPolicies, known.escalationPolicies],
    [lockAlertTemplates, known.alertTemplates],
    [lockAlerts, known.alerts],
  ] as const
  for (const [lock, map = {}] of locks) {
    const ids = [...new Set(Object.values(map))]
    const found = ids.length === 0 ? [] : await lock(tx, orgId, ids)
    if (found.length !== ids.length) throw new Refusal('ObjectNotFound')
  }
}

/** Networks of earlier parts, or of the organization before, that are switched on: by their ids in the document. */
const runningNets = async (tx: Tx, orgId: number, { known: { networks = {} } }: Part): Promise<Set<number>> => {
  const ids = Object.values(networks)
  const on = new Set(ids.length === 0 ? [] : (await netsOn(tx, orgId, ids)).map(({ id }) => id))
  return new Set(Object.entries(networks).flatMap(([id, newId]) => (on.has(newId) ? [Number(id)] : [])))
}

/** Reuses identical templates of the organization. */
const planTemplates = async (
  tx: Tx,
  orgId: number,
  part: Part,
  ownNames: readonly TemplateName[],
): Promise<{ templates: Map<number, number>; newTemplates: NewTemplate[] }> => {
  const tidied = part.templates.map((template, index) => tidyTemplate(template, `body.templates.${index}`))
  const same = new Map((await sameTemplates(tx, orgId, tidied)).map(({ place, id }) => [place, id]))
  const reserved = await reserveIds(tx, 'template', tidied.length)
  const newIds = reserved.map((id, place) => same.get(place) ?? id)
  const taken = new Set(ownNames.map(nameOf))
  const newTemplates: NewTemplate[] = []
  for (const [place, template] of tidied.entries()) {
    if (same.has(place)) continue
    const planned = planTemplate(template, at(newIds, place), (one) => taken.has(nameOf(one)))
    checkTemplateLimit(taken.size)
    taken.add(nameOf(planned))
    newTemplates.push(planned)
  }
  return { templates: pairIds('templates', part.templates, newIds, part.known.templates), newTemplates }
}

const slugSet = (rows: readonly { slug: string }[]): Set<string> => new Set(rows.map(({ slug }) => slug))

const slugsByDevice = (rows: readonly { deviceId: number; slug: string }[]): Map<number, Set<string>> =>
  new Map([...Map.groupBy(rows, ({ deviceId }) => deviceId)].map(([id, group]) => [id, slugSet(group)]))

const knownIds = (known: Readonly<Record<string, number>> = {}): [number, number][] =>
  Object.entries(known).map(([id, newId]) => [Number(id), newId])

const idsOf = (items: readonly { id: number }[], ids: ReadonlyMap<number, number>): IdMap =>
  Object.fromEntries(items.map(({ id }) => [id, lookUp(ids, id)]))
