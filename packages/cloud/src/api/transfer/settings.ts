import { Refusal } from '@busbar/wire/server'
import type { Tx } from '../../db/sql.ts'
import { logoOf, putLogo } from '../logo/logo.sql.ts'
import { cleanLogo, shownLogo } from '../logo/logo.ts'
import { placed } from './import/document-errors.ts'
import type { DocumentSettings } from './settings.contract.ts'
import { setSettings, settingsOf } from './settings.sql.ts'
import type { Part } from './transfer.contract.ts'

export const settingsToExport = async (tx: Tx, orgId: number): Promise<DocumentSettings> => {
  const stored = await settingsOf(tx, orgId)
  if (stored === undefined) throw new Refusal('ObjectNotFound')
  const { isSmsOff: _byInstallation, ...settings } = stored
  const logo = shownLogo(await logoOf(tx, orgId))
  return { ...settings, ...(logo !== null && { logo }) }
}

/** Puts settings in the place of those that there are; what is not given stays. Gives what could not be taken over. */
export const importSettings = async (
  tx: Tx,
  orgId: number,
  { logo, ...settings }: Part['settings'],
): Promise<string[]> => {
  if (logo !== undefined) await placed('settings', () => putLogo(tx, orgId, cleanLogo(logo)))
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return []
  const before = await settingsOf(tx, orgId)
  if (before === undefined) throw new Refusal('ObjectNotFound')
  const after: DocumentSettings = { ...before, ...given }
  const { disableSms, smsLimit } = before
  const isSmsOther = after.disableSms !== disableSms || after.smsLimit !== smsLimit
  const isRefused = before.isSmsOff && isSmsOther
  await setSettings(tx, orgId, isRefused ? { ...after, disableSms, smsLimit } : after)
  return isRefused ? ['settings.disableSms: SMS are switched off by the installation, so it stays as it is.'] : []
}
