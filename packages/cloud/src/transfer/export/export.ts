import { type Database, rowJson } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { type Actor, record } from '../../accounts/audit/record.ts'
import { netPlace, openPasswords } from '../../accounts/sealing/passwords.ts'
import { SecretsProblem } from '../../accounts/sealing/problem.ts'
import type { Secrets } from '../../accounts/sealing/secrets.ts'
import { shownQuiet } from '../../alerting/alerts.rules.ts'
import { referencesIn } from '../../dashboards/references.rules.ts'
import { inputsOf } from '../../dashboards/visualizations/inputs.rules.ts'
import { photoBytes } from '../../devices/cards/cards.sql.ts'
import { type Document, formatVersion } from '../document.contract.ts'
import { alertTemplatesToExport } from '../import/alert-templates.ts'
import { alertsToExport } from '../import/alerts.ts'
import { cardsToExport } from '../import/cards.ts'
import { contactsToExport } from '../import/contacts.ts'
import { dashboardsToExport } from '../import/dashboards.ts'
import { windowsToExport } from '../import/maintenance.ts'
import { reportsToExport } from '../import/reports.ts'
import { treesToExport } from '../import/trees.ts'
import { visualizationsToExport } from '../import/visualizations.ts'
import { settingsToExport } from '../settings.ts'
import {
  devicesToExport,
  type NetRow,
  netsToExport,
  orgToExport,
  paramsToExport,
  templatesToExport,
  useSnapshot,
} from './export.sql.ts'
import { drawingChars } from './views.sql.ts'

/** Parameters that are named although they were deleted: dashboards, drawings, reports and formulas keep them, and what they show of them is empty. */
export const goneParams = ({
  params,
  dashboards,
  visualizations,
  reports,
}: Pick<Document, 'params' | 'dashboards' | 'visualizations' | 'reports'>): number[] => {
  const existing = new Set(params.map(({ id }) => id))
  const drawn = visualizations.flatMap(({ bindings }) => bindings.flatMap(inputsOf))
  const counted = reports.flatMap(({ branches }) => branches.flatMap(countersOf))
  const shown = dashboards.flatMap(({ grid = [] }) => referencesIn(grid).paramIds)
  const computed = params.flatMap((param) => inputsOf(param))
  return [...new Set([...shown, ...drawn, ...counted, ...computed])]
    .filter((id) => !existing.has(id))
    .toSorted((a, b) => a - b)
}

type Branch = Document['reports'][number]['branches'][number]

const countersOf = ({ value }: Branch): number[] => {
  if (value === undefined || 'linkId' in value) return []
  return 'paramId' in value ? [value.paramId] : inputsOf(value)
}

// The document is made in memory.
const paramsMax = 100_000
const drawingCharsMax = 64_000_000
const photoBytesMax = 64_000_000

export interface ExportOptions {
  withSecrets: boolean
  withPhotos: boolean
}

/** An organization as one document, all of it as of one moment. Who took it, and with its passwords or not, is worth knowing later. */
export const exportOrg = async (
  { db, secrets }: { db: Pick<Database, 'tx'>; secrets: Secrets },
  actor: Actor,
  orgId: number,
  { withSecrets, withPhotos }: ExportOptions,
): Promise<Document> => {
  const after = { secrets: withSecrets, photos: withPhotos }
  await db.tx((tx) => record(tx, orgId, actor, { action: 'org.export', objectKind: 'org', objectId: orgId, after }))
  return db.tx(async (tx) => {
    await useSnapshot(tx)
    const org = await orgToExport(tx, orgId)
    if (org === undefined) throw new Refusal('ObjectNotFound')
    if (org.paramCount > paramsMax) throw exportTooLarge(`More than ${paramsMax} parameters`)
    if ((await drawingChars(tx, orgId)) > drawingCharsMax)
      throw exportTooLarge(`Drawings of more than ${drawingCharsMax} characters`)
    if (withPhotos && (await photoBytes(tx, orgId)) > photoBytesMax)
      throw exportTooLarge(`Photos of more than ${photoBytesMax} bytes`)
    const params = (await paramsToExport(tx, orgId)).map(rowJson)
    const networks = await netsToExport(tx, orgId)
    const devices = await devicesToExport(tx, orgId)
    const cards = await cardsToExport(tx, orgId, withPhotos)
    const visualizations = await visualizationsToExport(tx, orgId)
    const dashboards = await dashboardsToExport(tx, orgId, {
      params: idsOf(params),
      devices: idsOf(devices),
      networks: idsOf(networks),
      visualizations: idsOf(visualizations),
    })
    const reports = await reportsToExport(tx, orgId)
    return {
      format: 'busbar-organization',
      formatVersion,
      exportedOn: actor.now().toISOString(),
      organization: { id: org.id, name: org.name },
      settings: await settingsToExport(tx, orgId),
      templates: (await templatesToExport(tx, orgId)).map(rowJson),
      networks: networks.map((net) => ({
        ...shownNet(net, withSecrets ? passwordsOf(secrets, orgId, net) : null),
        ...cards.ofNet(net.id),
      })),
      devices: devices.map((device) => ({ ...rowJson(device), ...cards.ofDevice(device.id) })),
      params,
      goneParams: goneParams({ params, dashboards, visualizations, reports }),
      ...(await contactsToExport(tx, orgId)),
      alertTemplates: await alertTemplatesToExport(tx, orgId),
      alerts: await alertsToExport(tx, orgId),
      maintenanceWindows: await windowsToExport(tx, orgId),
      dashboards,
      visualizations,
      reports,
      trees: await treesToExport(tx, orgId),
    }
  })
}

const idsOf = (list: readonly { id: number }[]): Set<number> => new Set(list.map(({ id }) => id))

const exportTooLarge = (what: string): Refusal =>
  new Refusal('IncorrectRequest', `${what}: use a backup of the installation.`)

/** Refuses passwords that cannot be decrypted instead of silently omitting them. */
const passwordsOf = (secrets: Secrets, orgId: number, { id, name, sealedPasswords }: NetRow): string[] => {
  const passwords = openPasswords(secrets, netPlace(orgId, id), sealedPasswords)
  if (passwords === null)
    throw new SecretsProblem(
      `The passwords of ${name} are sealed under a key that is not here: export without secrets.`,
    )
  return passwords
}

const shownNet = (
  {
    timeoutMs,
    exchangeDepth,
    isKeylessAllowed,
    isPasswordUnprovenAllowed,
    isWritingAllowed,
    quiet,
    outage,
    sealedPasswords: _sealed,
    ...net
  }: NetRow,
  devicePasswords: string[] | null,
): Document['networks'][number] => ({
  ...rowJson({ ...net, devicePasswords }),
  link: { timeoutMs, exchangeDepth, isKeylessAllowed, isPasswordUnprovenAllowed, isWritingAllowed },
  quiet: shownQuiet(quiet ?? { activeHours: null, windows: [] }),
  ...(outage !== null && { outage }),
})
