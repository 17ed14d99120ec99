import type { Tx } from '@busbar/database'
import { timeZoneOf } from '../reports/reports.sql.ts'
import type { Schedule } from './mails.contract.ts'
import { putSchedule, recurrencesOfOrg, type ScheduleRow, setNextDueTime } from './mails.sql.ts'
import { requestConsent } from './request-consent.ts'
import { nextDueTime } from './schedule.rules.ts'

const minuteOf = (at: string): number => Number(at.slice(0, 2)) * 60 + Number(at.slice(3, 5))

/**
 * Stores a schedule, and requests consent of recipients who are no members. Periods that have ended already are not
 * sent.
 */
export const saveSchedule = async (
  tx: Tx,
  orgId: number,
  reportId: string,
  { at, ...schedule }: Schedule,
  now: Date,
  by: number | null,
): Promise<Date> => {
  const row = { ...schedule, atMinute: minuteOf(at) }
  const nextOn = new Date(nextDueTime(await timeZoneOf(tx, orgId), row, now.getTime()))
  await putSchedule(tx, orgId, reportId, { ...row, nextOn }, by)
  await requestConsent(tx, orgId, schedule.recipients, schedule.language, now)
  return nextOn
}

/** The clocks of the organization are others now: the next mail is due by these. */
export const rescheduleMails = async (tx: Tx, orgId: number, timeZone: string, now: Date): Promise<void> => {
  for (const { reportId, ...recurrence } of await recurrencesOfOrg(tx, orgId)) {
    await setNextDueTime(tx, orgId, reportId, new Date(nextDueTime(timeZone, recurrence, now.getTime())))
  }
}

const twoDigits = (count: number): string => String(count).padStart(2, '0')

export const shownSchedule = ({ nextOn: _nextOn, atMinute, ...row }: ScheduleRow): Schedule => ({
  ...row,
  at: `${twoDigits(Math.floor(atMinute / 60))}:${twoDigits(atMinute % 60)}`,
})
