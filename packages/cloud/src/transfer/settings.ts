import { addressForm, parseAddress } from '@busbar/alerts/channels'
import type { Queries, Tx } from '@busbar/database'
import { parseWebhookBody } from '@busbar/messaging/channels'
import { Refusal } from '@busbar/wire/server'
import { logoOf, putLogo } from '../accounts/orgs/logo.sql.ts'
import { cleanLogo, shownLogo } from '../accounts/orgs/logo.ts'
import { webhookBodiesMax } from '../alerting/settings/webhook-bodies.contract.ts'
import { putWebhookBody, webhookBodiesOf } from '../alerting/settings/webhook-bodies.sql.ts'
import { connectorsMax } from '../integrations/connectors.contract.ts'
import { connectorsOf, insertConnector } from '../integrations/connectors.sql.ts'
import { mqttSettings } from '../integrations/mqtt/settings.ts'
import { remoteWriteSettings } from '../integrations/remote-write/settings.ts'
import { documentError, withPath } from './import/document-errors.ts'
import type { DocumentSettings } from './settings.contract.ts'
import type { Part } from './transfer.contract.ts'

/** Settings stored in the organization's row. */
type OrgRow = Omit<DocumentSettings, 'connectors' | 'webhookBodies'>

interface SettingsRow extends OrgRow {
  /** Set by the installation. */
  isSmsOff: boolean
}

const settingsOf = async (sql: Queries, orgId: number): Promise<SettingsRow | undefined> => {
  const [row] = await sql<SettingsRow[]>`
    select time_zone as "timeZone", keep_days as "keepDays", is_outage_held_back as "isOutageHeldBack",
           is_sms_disabled as "disableSms", sms_limit::double precision as "smsLimit", is_sms_off as "isSmsOff"
    from org where id = ${orgId}`
  return row
}

const setSettings = async (tx: Queries, orgId: number, to: OrgRow): Promise<void> => {
  await tx`
    update org set time_zone = ${to.timeZone}, keep_days = ${to.keepDays}, is_outage_held_back = ${to.isOutageHeldBack},
                   is_sms_disabled = ${to.disableSms}, sms_limit = ${to.smsLimit}::double precision::numeric
    where id = ${orgId}`
}

export const settingsToExport = async (tx: Tx, orgId: number): Promise<DocumentSettings> => {
  const stored = await settingsOf(tx, orgId)
  if (stored === undefined) throw new Refusal('ObjectNotFound')
  const { isSmsOff: _byInstallation, ...settings } = stored
  const logo = shownLogo(await logoOf(tx, orgId))
  return {
    ...settings,
    webhookBodies: await webhookBodiesOf(tx, orgId),
    connectors: await connectorsToExport(tx, orgId),
    ...(logo !== null && { logo }),
  }
}

/** Puts settings in the place of those that there are; what is not given stays. Gives what could not be taken over. */
export const importSettings = async (
  tx: Tx,
  orgId: number,
  { logo, webhookBodies = [], connectors = [], ...settings }: Part['settings'],
  now: Date,
): Promise<string[]> => {
  if (logo !== undefined) await withPath('settings', () => putLogo(tx, orgId, cleanLogo(logo)))
  await importWebhookBodies(tx, orgId, webhookBodies, now)
  const notes = await importConnectors(tx, orgId, connectors, now)
  const changedFields = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  if (Object.keys(changedFields).length === 0) return notes
  const before = await settingsOf(tx, orgId)
  if (before === undefined) throw new Refusal('ObjectNotFound')
  const after: OrgRow = { ...before, ...changedFields }
  const { disableSms, smsLimit } = before
  const isSmsOther = after.disableSms !== disableSms || after.smsLimit !== smsLimit
  const isRefused = before.isSmsOff && isSmsOther
  await setSettings(tx, orgId, isRefused ? { ...after, disableSms, smsLimit } : after)
  return isRefused
    ? [...notes, 'settings.disableSms: SMS are switched off by the installation, so it stays as it is.']
    : notes
}

const connectorsToExport = async (tx: Tx, orgId: number): Promise<DocumentSettings['connectors']> =>
  (await connectorsOf(tx, orgId)).map((row) =>
    row.kind === 'mqtt'
      ? { kind: row.kind, name: row.name, settings: row.settings }
      : { kind: row.kind, name: row.name, settings: row.settings },
  )

/**
 * Connectors whose name exists stay unchanged, because they may be running. Others are imported switched off, because a
 * document does not contain their passwords.
 */
const importConnectors = async (
  tx: Tx,
  orgId: number,
  connectors: DocumentSettings['connectors'],
  now: Date,
): Promise<string[]> => {
  const takenNames = new Set((await connectorsOf(tx, orgId)).map(({ name }) => name))
  const notes: string[] = []
  for (const [index, { kind, name, settings }] of connectors.entries()) {
    const where = `settings.connectors.${index}`
    if (takenNames.has(name)) {
      notes.push(`${where}: there is a connector ${name} already, so it stays as it is.`)
      continue
    }
    const read = (kind === 'mqtt' ? mqttSettings : remoteWriteSettings).safeParse(settings)
    if (!read.success) throw documentError(`${where}.settings`, read.error.issues[0]?.message ?? '')
    if (takenNames.size >= connectorsMax)
      throw documentError('settings.connectors', `must be at most ${connectorsMax} in an organization`)
    takenNames.add(name)
    await insertConnector(tx, orgId, { kind, name, settings: read.data, isEnabled: false }, now)
  }
  return notes
}

/** Each in the place of the one for its address; others stay. */
const importWebhookBodies = async (
  tx: Tx,
  orgId: number,
  bodies: DocumentSettings['webhookBodies'],
  now: Date,
): Promise<void> => {
  for (const [index, item] of bodies.entries()) {
    const where = `settings.webhookBodies.${index}`
    const address = parseAddress('webhook', item.address)
    if (address === null) throw documentError(`${where}.address`, addressForm('webhook'))
    const parsed = parseWebhookBody(item.body)
    if ('err' in parsed) throw documentError(`${where}.body`, parsed.err)
    await putWebhookBody(tx, orgId, { address, body: item.body }, now)
  }
  if (bodies.length > 0 && (await webhookBodiesOf(tx, orgId)).length > webhookBodiesMax)
    throw documentError('settings.webhookBodies', `must be at most ${webhookBodiesMax} in an organization`)
}
