import type { Queries } from '@busbar/database'
import type { Language } from '@busbar/messaging/texts'
import type { Recurrence } from './schedule.rules.ts'

/** Attachments: a workbook, a table, a page to print. */
type ReportFormat = 'xlsx' | 'csv' | 'html'

/** How long a segment of the table is. */
type ReportSegment = 'half-hour' | 'hour' | 'day' | 'month'

export interface ScheduleRow extends Recurrence {
  language: Language
  recipients: string[]
  formats: ReportFormat[]
  segment: ReportSegment
  warnBelow: number | null
  nextOn: Date
}

export const scheduleOf = async (sql: Queries, orgId: number, reportId: string): Promise<ScheduleRow | undefined> => {
  const [row] = await sql<ScheduleRow[]>`
    select every, day, at_minute as "atMinute", language, recipients, formats, segment, warn_below as "warnBelow", next_on as "nextOn"
    from report_schedule where org_id = ${orgId} and report_id = ${reportId}`
  return row
}

export const schedulesOf = (sql: Queries, orgId: number) => sql<(ScheduleRow & { reportId: string })[]>`
  select report_id as "reportId", every, day, at_minute as "atMinute", language, recipients, formats, segment, warn_below as "warnBelow",
         next_on as "nextOn"
  from report_schedule where org_id = ${orgId}`

export const putSchedule = (tx: Queries, orgId: number, reportId: string, row: ScheduleRow, by: number | null) => tx`
  insert into report_schedule (org_id, report_id, every, day, at_minute, language, recipients, formats, segment, warn_below, next_on, changed_by)
  values (${orgId}, ${reportId}, ${row.every}, ${row.day}, ${row.atMinute}, ${row.language}, ${row.recipients}::text[], ${row.formats}::text[],
          ${row.segment}, ${row.warnBelow}, ${row.nextOn}, ${by})
  on conflict (org_id, report_id) do update set every = excluded.every, day = excluded.day, at_minute = excluded.at_minute,
    language = excluded.language, recipients = excluded.recipients, formats = excluded.formats, segment = excluded.segment,
    warn_below = excluded.warn_below, next_on = excluded.next_on, changed_by = excluded.changed_by`

export const deleteSchedule = (tx: Queries, orgId: number, reportId: string) => tx`
  delete from report_schedule where org_id = ${orgId} and report_id = ${reportId}`

export interface DueReport {
  orgId: number
  reportId: string
}

interface DueSchedule extends ScheduleRow, DueReport {
  timeZone: string
}

export const dueReports = (sql: Queries, now: Date) => sql<DueReport[]>`
  select org_id as "orgId", report_id as "reportId" from report_schedule where next_on <= ${now} order by next_on, report_id`

/** Undefined where it is no longer due or another node holds it. It is held until the transaction ends. */
export const takeDueSchedule = async (
  tx: Queries,
  { orgId, reportId }: DueReport,
  now: Date,
): Promise<DueSchedule | undefined> => {
  const [row] = await tx<DueSchedule[]>`
    select s.org_id as "orgId", s.report_id as "reportId", s.every, s.day, s.at_minute as "atMinute", s.language, s.recipients, s.formats,
           s.segment, s.warn_below as "warnBelow", s.next_on as "nextOn", o.time_zone as "timeZone"
    from report_schedule s join org o on o.id = s.org_id
    where s.org_id = ${orgId} and s.report_id = ${reportId} and s.next_on <= ${now} for update of s skip locked`
  return row
}

export const setNextDueTime = (tx: Queries, orgId: number, reportId: string, nextOn: Date) => tx`
  update report_schedule set next_on = ${nextOn} where org_id = ${orgId} and report_id = ${reportId}`

/** Schedules of an organization go by its clocks: when these change, so does when they are due. */
export const recurrencesOfOrg = (tx: Queries, orgId: number) => tx<(Recurrence & { reportId: string })[]>`
  select report_id as "reportId", every, day, at_minute as "atMinute" from report_schedule where org_id = ${orgId} for update`

export interface NewMails {
  orgId: number
  reportId: string
  from: Date
  till: Date
  isTest: boolean
  recipients: readonly string[]
  language: Language
  formats: readonly string[]
  segment: string
  warnBelow: number | null
}

/** Mails of a report that are kept. */
const mailsPerReportMax = 1000

/** Writes down that these are to be sent; a period that a mailbox has, or will have, is left out, and who wants none. */
export const queueMails = async (
  tx: Queries,
  mail: NewMails,
  now: Date,
  notifiedAccountId: number | null,
): Promise<void> => {
  const { orgId, reportId, from, till, isTest, recipients, language, formats, segment, warnBelow } = mail
  await tx`
    insert into report_mail (org_id, report_id, from_on, till_on, is_test, recipient, language, formats, segment, warn_below, told_account,
                             created_on, next_try_on)
    select ${orgId}, ${reportId}, ${from}, ${till}, ${isTest}, one, ${language}, ${formats}::text[], ${segment}, ${warnBelow},
           coalesce(${notifiedAccountId}::bigint, (select changed_by from report_schedule where org_id = ${orgId} and report_id = ${reportId})),
           ${now}, ${now}
    from unnest(${recipients}::text[]) one
    where not exists (select from report_address r where r.org_id = ${orgId} and r.address = lower(one) and r.is_wanted = false)
    on conflict do nothing`
  await tx`
    delete from report_mail where org_id = ${orgId} and id in (
      select id from report_mail where org_id = ${orgId} and report_id = ${reportId} and state not in ('waiting', 'sending')
      order by id desc offset ${mailsPerReportMax})`
}

export const countTests = async (tx: Queries, orgId: number, since: Date): Promise<number> => {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from report_mail where org_id = ${orgId} and is_test and created_on > ${since}`
  return row.count
}

export interface MailRow {
  id: number
  orgId: number
  reportId: string
  from: Date
  till: Date
  isTest: boolean
  recipient: string
  language: Language
  formats: ReportFormat[]
  segment: ReportSegment
  warnBelow: number | null
  attempts: number
  /** Outcome of the previous attempt. */
  reason: string | null
}

/** The mail whose turn it is, until `till` this node's; those whose address has not agreed wait. Of one that was being sent when its node ended it is not known whether it arrived. */
export const takeMail = async (tx: Queries, now: Date, till: Date): Promise<MailRow | undefined> => {
  const [row] = await tx<MailRow[]>`
    update report_mail set attempts = attempts + 1, next_try_on = ${till}, state = 'sending',
      reason = case when state = 'sending' then 'no-answer: interrupted' else reason end
    where id = (select m.id from report_mail m where m.state in ('waiting', 'sending') and m.next_try_on <= ${now}
                  and not exists (select from report_address r
                                  where r.org_id = m.org_id and r.address = lower(m.recipient) and r.is_wanted is not true
                                    and not exists (select from membership b join account a on a.id = b.account_id
                                                    where b.org_id = m.org_id and a.email = r.address))
                order by m.next_try_on, m.id limit 1 for update of m skip locked)
    returning id, org_id as "orgId", report_id as "reportId", from_on as "from", till_on as "till", is_test as "isTest", recipient, language,
      formats, segment, warn_below as "warnBelow", attempts, reason`
  return row
}

export const renewMails = (sql: Queries, leased: readonly MailRow[], till: Date) => sql`
  update report_mail m set next_try_on = ${till}
  from unnest(${leased.map(({ id }) => id)}::bigint[], ${leased.map(({ attempts }) => attempts)}::int[]) one (id, attempts)
  where m.id = one.id and m.attempts = one.attempts and m.state = 'sending'`

export interface MailOutcome {
  state: 'waiting' | 'sent' | 'failed' | 'unclear'
  reason: string | null
  nextTryOn: Date
  sentOn: Date | null
  coverage: number | null
}

/** Stores the outcome of an attempt, only while the mail is leased by this node. */
export const settleMail = async (tx: Queries, { id, attempts }: MailRow, outcome: MailOutcome): Promise<boolean> => {
  const { count } = await tx`
    update report_mail set state = ${outcome.state}, reason = ${outcome.reason}, next_try_on = ${outcome.nextTryOn}, sent_on = ${outcome.sentOn},
      coverage = coalesce(${outcome.coverage}::double precision, coverage)
    where id = ${id} and attempts = ${attempts}`
  return count === 1
}

/** The last editor of the schedule is notified that a recipient was not reached, where a mail like that does not wait already. */
export const notifyUndelivered = (tx: Queries, mailId: number, language: Language, now: Date) => tx`
  insert into account_mail (kind, email, language, org_id, next_try_on)
  select 'report', a.email, ${language}, m.org_id, ${now} from report_mail m join account a on a.id = m.told_account
  where m.id = ${mailId} and a.email is not null
    and not exists (select from account_mail w where w.kind = 'report' and w.org_id = m.org_id and w.email = a.email)`

const shownMax = 200

export const sentMails = (sql: Queries, orgId: number, reportId: string) => sql<
  (Pick<MailRow, 'from' | 'till' | 'isTest' | 'recipient' | 'reason'> & {
    state: 'waiting' | 'sending' | 'sent' | 'failed' | 'unclear'
    createdOn: Date
    sentOn: Date | null
    coverage: number | null
    /** True while the mail waits for the recipient's consent. */
    isUnanswered: boolean
  })[]
>`
  select m.from_on as "from", m.till_on as "till", m.is_test as "isTest", m.recipient, m.state, m.reason, m.created_on as "createdOn",
         m.sent_on as "sentOn", m.coverage, m.state = 'waiting' and r.is_wanted is null and r.address is not null as "isUnanswered"
  from report_mail m left join report_address r on r.org_id = m.org_id and r.address = lower(m.recipient)
  where m.org_id = ${orgId} and m.report_id = ${reportId} order by m.id desc limit ${shownMax}`
