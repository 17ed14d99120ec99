import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { EnergyNeeds } from '../needs.ts'
import { reportById, timeZoneOf } from '../reports/reports.sql.ts'
import { consentStates, sweepAddresses } from './addresses.sql.ts'
import type { reportMails } from './mails.contract.ts'
import { countTests, deleteSchedule, queueMails, scheduleOf, sentMails } from './mails.sql.ts'
import { requestConsent } from './request-consent.ts'
import { saveSchedule, shownSchedule } from './save-schedule.ts'
import { periodBefore } from './schedule.rules.ts'

const testsPerHour = 20
const hourMs = 3_600_000

export const reportMailsHandlers: Handlers<typeof reportMails, EnergyNeeds> = {
  get: async ({ db, orgId, reportMailer }, { reportId }) => {
    const row = await scheduleOf(db.sql, orgId, reportId)
    return {
      schedule: row === undefined ? null : shownSchedule(row),
      nextOn: row?.nextOn.toISOString() ?? null,
      sendsMail: reportMailer.isOn,
      addresses: row === undefined ? [] : [...(await consentStates(db.sql, orgId, row.recipients))],
    }
  },

  change: async (call, { reportId, schedule }) => {
    const { orgId } = call
    const nextOn = await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      if ((await reportById(tx, orgId, reportId)) === undefined) throw new Refusal('ObjectNotFound')
      const stored = await scheduleOf(tx, orgId, reportId)
      const before = stored === undefined ? null : shownSchedule(stored)
      const next =
        schedule === null ? null : await saveSchedule(tx, orgId, reportId, schedule, call.now(), call.caller.accountId)
      if (schedule === null) await deleteSchedule(tx, orgId, reportId)
      await sweepAddresses(tx, orgId)
      const change = { before: { schedule: before }, after: { schedule } }
      await record(tx, orgId, call, {
        action: 'report.change-schedule',
        objectKind: 'report',
        objectId: reportId,
        ...change,
      })
      return next
    })
    call.mails.wake()
    return { nextOn: nextOn?.toISOString() ?? null }
  },

  sent: async ({ db, orgId }, { reportId }) =>
    (await sentMails(db.sql, orgId, reportId)).map(
      ({ from, till, isTest, recipient, state, reason, createdOn, sentOn, coverage, isUnanswered }) => ({
        from: from.toISOString(),
        till: till.toISOString(),
        isTest,
        recipient,
        state: state === 'sending' ? ('waiting' as const) : state,
        ...(reason !== null && { reason }),
        ...(isUnanswered && { isUnanswered }),
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
      const [address] = await consentStates(tx, orgId, [recipient])
      if (address?.state === 'refused') throw new Refusal('IncorrectRequest', 'This address wants no reports.')
      await requestConsent(tx, orgId, [recipient], language, now)
      await queueMails(tx, { ...mail, warnBelow: null }, now, caller.accountId)
      await record(tx, orgId, call, {
        action: 'report.send',
        objectKind: 'report',
        objectId: reportId,
        after: { recipient, every, formats },
      })
    })
    call.mails.wake()
    reportMailer.wake()
    return {}
  },
}
