import { Refusal } from '@busbar/wire/server'
import type { Tx } from '../../db/sql.ts'
import { isTimeZone } from '../../energy/calendar.ts'
import { wrong } from './place.ts'
import type { DocumentSettings } from './settings.contract.ts'
import { setSettings, settingsOf } from './settings.sql.ts'
import type { Part } from './transfer.contract.ts'

export const settingsToExport = async (tx: Tx, orgId: number): Promise<DocumentSettings> => {
  const stored = await settingsOf(tx, orgId)
  if (stored === undefined) throw new Refusal('ObjectNotFound')
  const { isSmsOff: _byInstallation, ...settings } = stored
  return settings
}

/** Puts settings in the place of those that there are; what is not given stays. Gives what could not be taken over. */
export const importSettings = async (tx: Tx, orgId: number, settings: Part['settings']): Promise<string[]> => {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return []
  const before = await settingsOf(tx, orgId)
  if (before === undefined) throw new Refusal('ObjectNotFound')
  const after: DocumentSettings = { ...before, ...given }
  if (!isTimeZone(after.timeZone)) {
    throw wrong('settings.timeZone', 'must be the name of a time zone such as Europe/Kyiv')
  }
  const { disableSms, smsLimit } = before
  const isSmsOther = after.disableSms !== disableSms || after.smsLimit !== smsLimit
  const isRefused = before.isSmsOff && isSmsOther
  await setSettings(tx, orgId, isRefused ? { ...after, disableSms, smsLimit } : after)
  return isRefused ? ['settings.disableSms: SMS are switched off by the installation, so it stays as it is.'] : []
}
