import { type Handlers, Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../../audit/lock-org.sql.ts'
import { record } from '../../../audit/record.ts'
import type { Tx } from '../../../db/sql.ts'
import type { Call } from '../../../service.ts'
import { reportById, timeZoneOf } from '../reports.sql.ts'
import type { reportMails, Schedule } from './mails.contract.ts'
import {
  countTests,
  deleteSchedule,
  putSchedule,
  queueMails,
  type ScheduleRow,
  scheduleOf,
  sentMails,
  setNextTurn,
  turnsOfOrg,
} from './mails.sql.ts'
import { nextTurn, periodBefore } from './schedule.rules.ts'

const testsPerHour = 20
const hourMs = 3_600_000

export const reportMailsHandlers: Handlers<typeof reportMails, Call> = {
  get: async ({ db, orgId, reportMailer }, { reportId }) => {
    const row = await scheduleOf(db.sql, orgId, reportId)
    return {
      schedule: row === undefined ? null : shownSchedule(row),
      nextOn: row?.nextOn.toISOString() ?? null,
      sendsMail: reportMailer.isOn,
    }
  },

  change: async (call, { reportId, schedule }) => {
    const { orgId } = call
    const nextOn = await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      if ((await reportById(tx, orgId, reportId)) === undefined) throw new Refusal('ObjectNotFound')
      const stored = await scheduleOf(tx, orgId, reportId)
      const before = stored === undefined ? null : shownSchedule(stored)
      const next = schedule === null ? null : await saveSchedule(tx, orgId, reportId, schedule, call)
      if (schedule === null) await deleteSchedule(tx, orgId, reportId)
      const change = { before: { schedule: before }, after: { schedule } }
      await record(tx, orgId, call, {
        action: 'report.change-schedule',
        objectKind: 'report',
        objectId: reportId,
        ...change,
      })
      return next
    })
    return { nextOn: nextOn?.toISOString() ?? null }
  },

  sent: async ({ db, orgId }, { reportId }) =>
    (await sentMails(db.sql, orgId, reportId)).map(
      ({ from, till, isTest, recipient, state, reason, createdOn, sentOn, coverage }) => ({
        from: from.toISOString(),
        till: till.toISOString(),
        isTest,
        recipient,
        state: state === 'sending' ? ('waiting' as const) : state,
        ...(reason !== null && { reason }),
        createdOn: createdOn.toISOString(),
        ...(sentOn !== null && { sentOn: sentOn.toISOString() }),
        ...(coverage !== null && { coverage }),
      }),
    ),

  sendNow: async (call, { reportId, recipient, every, formats, language, segment }) => {
    const { orgId, reportMailer, caller } = call
    if (!reportMailer.isOn) throw new Refusal('IncorrectRequest', 'This installation sends no mails.')
    await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      if ((await reportById(tx, orgId, reportId)) === undefined) throw new Refusal('ObjectNotFound')
      const now = call.now()
      if ((await countTests(tx, orgId, new Date(now.getTime() - hourMs))) >= testsPerHour) {
        throw new Refusal('IncorrectRequest', `At most ${testsPerHour} reports an hour are sent at once.`)
      }
      const { from, till } = periodBefore(await timeZoneOf(tx, orgId), every, now.getTime())
      const span = { from: new Date(from), till: new Date(till) }
      const mail = { orgId, reportId, ...span, isTest: true, recipients: [recipient], language, formats, segment }
      await queueMails(tx, { ...mail, warnBelow: null }, now, caller.accountId)
      await record(tx, orgId, call, {
        action: 'report.send',
        objectKind: 'report',
        objectId: reportId,
        after: { recipient, every, formats },
      })
    })
    reportMailer.wake()
    return {}
  },
}

const minuteOf = (at: string): number => Number(at.slice(0, 2)) * 60 + Number(at.slice(3, 5))

/** Stores it; what is over already does not go out. */
export const saveSchedule = async (
  tx: Tx,
  orgId: number,
  reportId: string,
  { at, ...schedule }: Schedule,
  { now, caller }: Pick<Call, 'now' | 'caller'>,
): Promise<Date> => {
  const turns = { ...schedule, atMinute: minuteOf(at) }
  const nextOn = new Date(nextTurn(await timeZoneOf(tx, orgId), turns, now().getTime()))
  await putSchedule(tx, orgId, reportId, { ...turns, nextOn }, caller.accountId)
  return nextOn
}

/** The clocks of the organization are others now: the next turn is by these. */
export const moveTurns = async (tx: Tx, orgId: number, timeZone: string, now: Date): Promise<void> => {
  for (const { reportId, ...turns } of await turnsOfOrg(tx, orgId)) {
    await setNextTurn(tx, orgId, reportId, new Date(nextTurn(timeZone, turns, now.getTime())))
  }
}

const twoDigits = (count: number): string => String(count).padStart(2, '0')

export const shownSchedule = ({ nextOn: _, atMinute, ...row }: ScheduleRow): Schedule => ({
  ...row,
  at: `${twoDigits(Math.floor(atMinute / 60))}:${twoDigits(atMinute % 60)}`,
})
