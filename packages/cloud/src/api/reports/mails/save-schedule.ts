import type { Tx } from '../../../db/sql.ts'
import { timeZoneOf } from '../reports.sql.ts'
import { askRecipients } from './ask-recipients.ts'
import type { Schedule } from './mails.contract.ts'
import { putSchedule, type ScheduleRow, setNextTurn, turnsOfOrg } from './mails.sql.ts'
import { nextTurn } from './schedule.rules.ts'

const minuteOf = (at: string): number => Number(at.slice(0, 2)) * 60 + Number(at.slice(3, 5))

/** Stores it, and asks those who are strangers whether they want it; what is over already does not go out. */
export const saveSchedule = async (
  tx: Tx,
  orgId: number,
  reportId: string,
  { at, ...schedule }: Schedule,
  now: Date,
  by: number | null,
): Promise<Date> => {
  const turns = { ...schedule, atMinute: minuteOf(at) }
  const nextOn = new Date(nextTurn(await timeZoneOf(tx, orgId), turns, now.getTime()))
  await putSchedule(tx, orgId, reportId, { ...turns, nextOn }, by)
  await askRecipients(tx, orgId, schedule.recipients, schedule.language, now)
  return nextOn
}

/** The clocks of the organization are others now: the next turn is by these. */
export const moveTurns = async (tx: Tx, orgId: number, timeZone: string, now: Date): Promise<void> => {
  for (const { reportId, ...turns } of await turnsOfOrg(tx, orgId)) {
    await setNextTurn(tx, orgId, reportId, new Date(nextTurn(timeZone, turns, now.getTime())))
  }
}

const twoDigits = (count: number): string => String(count).padStart(2, '0')

export const shownSchedule = ({ nextOn: _nextOn, atMinute, ...row }: ScheduleRow): Schedule => ({
  ...row,
  at: `${twoDigits(Math.floor(atMinute / 60))}:${twoDigits(atMinute % 60)}`,
})
