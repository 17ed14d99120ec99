import type { Queries } from '@busbar/database'
import type { DocumentSettings } from './settings.contract.ts'

/** What stands in the row of the organization. */
export type OrgRow = Omit<DocumentSettings, 'connectors' | 'webhookBodies'>

export interface SettingsRow extends OrgRow {
  /** By the installation. */
  isSmsOff: boolean
}

export const settingsOf = async (sql: Queries, orgId: number): Promise<SettingsRow | undefined> => {
  const [row] = await sql<SettingsRow[]>`
    select time_zone as "timeZone", keep_days as "keepDays", is_outage_held_back as "isOutageHeldBack",
           is_sms_disabled as "disableSms", sms_limit::double precision as "smsLimit", is_sms_off as "isSmsOff"
    from org where id = ${orgId}`
  return row
}

export const setSettings = async (tx: Queries, orgId: number, to: OrgRow): Promise<void> => {
  await tx`
    update org set time_zone = ${to.timeZone}, keep_days = ${to.keepDays}, is_outage_held_back = ${to.isOutageHeldBack},
                   is_sms_disabled = ${to.disableSms}, sms_limit = ${to.smsLimit}::double precision::numeric
    where id = ${orgId}`
}
