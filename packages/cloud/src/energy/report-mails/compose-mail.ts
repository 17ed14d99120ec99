import { at } from '@busbar/kit'
import type { Attachment } from '@busbar/messaging/channels'
import { escapeHtml, plain } from '@busbar/messaging/texts'
import { logoOf } from '../../accounts/orgs/logo.sql.ts'
import { shownLogo } from '../../accounts/orgs/logo.ts'
import type { EnergyNeeds } from '../needs.ts'
import { reportCsv } from '../report-files/csv.rules.ts'
import { printPage } from '../report-files/print-page.ts'
import { reportXlsx } from '../report-files/xlsx.ts'
import { readPricedTable } from '../reports/read-priced-table.ts'
import type { ReportTable } from '../reports/read-table.ts'
import { type ReportWords, reportWords } from '../reports/report-words.ts'
import { orgNameOf, timeZoneOf } from '../reports/reports.sql.ts'
import { changeOf, type TableBranch } from '../reports/table.ts'
import type { MailRow } from './mails.sql.ts'
import type { ComposedMail } from './report-mailer.ts'
import { everyOf, periodBefore, periodText } from './schedule.rules.ts'

type MailService = Pick<EnergyNeeds, 'db' | 'history' | 'now'>

/** A mail with a report: its totals in the text, all of it attached. */
export const composeMail = async (service: MailService, mail: MailRow, publicUrl: string): Promise<ComposedMail> => {
  const { orgId, reportId, from, till, language, warnBelow, segment } = mail
  const words = reportWords(language)
  const { sql } = service.db
  const every = everyOf(from.getTime(), till.getTime())
  const before = periodBefore(await timeZoneOf(sql, orgId), every, from.getTime())
  const compared = { beforeFrom: new Date(before.from), beforeTill: new Date(before.till) }
  const report = await readPricedTable({ ...service, orgId }, reportId, { from, till, segment, ...compared })
  const orgName = await orgNameOf(sql, orgId)
  const mains = report.table.filter(({ level }) => level === 0)
  const coverage = mains.length === 0 ? 0 : mains.reduce((sum, one) => sum + one.coverage, 0) / mains.length
  const gaps = {
    report: plain(report.name),
    org: plain(orgName),
    period: periodText(words.locale, report.timeZone, every, from.getTime(), till.getTime()),
    zone: report.timeZone,
    percent: words.percent(coverage),
  }
  const isThin = warnBelow !== null && coverage * 100 < warnBelow
  const plainSubject = words.say(isThin ? 'mail.subject-gaps' : 'mail.subject', gaps)
  const subject = mail.isTest ? words.say('mail.test', { subject: plainSubject }) : plainSubject
  const lines = [
    words.say('mail.text', gaps),
    ...mains.map((branch) => plain(`${branch.name}: ${totalText(branch, words)}`)),
    words.say('mail.coverage', gaps),
    ...(report.setAsideCount === 0 ? [] : [words.say('set-aside-count', { count: String(report.setAsideCount) })]),
  ]
  const link = `${publicUrl}/reports/${reportId}?${spanOf(report, every)}`
  const why = words.say('mail.why', gaps)
  return {
    subject,
    text: `${lines.join('\n')}\n\n${words.say('mail.link')}: ${link}\n\n${why}\n`,
    html: [
      `<!doctype html><html lang="${words.locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      '<body style="font-family:sans-serif;font-size:16px;color:#1b1f24">',
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(words.say('mail.link'))}</a></p>`,
      `<p style="color:#5b6470;font-size:13px">${escapeHtml(why)}</p>`,
      '</body></html>',
    ].join('\n'),
    attachments: await attachmentsOf(service, mail, report, orgName),
    coverage,
  }
}

/** `2.98 MWh (+12.5 % against 2.649 MWh before), 410.20 EUR`. */
const totalText = (branch: TableBranch, words: ReportWords): string => {
  const { total, unit, decimals, before, cost } = branch
  const shown = (value: TableBranch['total']): string => words.quantity(value, decimals, unit)
  const change = changeOf(branch)
  const figure =
    before === undefined || change === null
      ? shown(total)
      : words.say('mail.before', {
          figure: shown(total),
          change: words.change(change),
          before: shown(before.total),
        })
  return cost === undefined || cost.amount === null ? figure : `${figure}, ${words.money(cost.amount, cost.currency)}`
}

const localDay = (timeZone: string, on: number): string =>
  Temporal.Instant.fromEpochMilliseconds(on).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** As the address of the page has it. */
const spanOf = ({ timeZone, edges }: ReportTable, every: 'week' | 'month'): string => {
  const day = localDay(timeZone, at(edges, 0))
  return every === 'month' ? `p=month&on=${day.slice(0, 7)}` : `p=week&on=${day}`
}

const attachmentsOf = async (
  { db, now }: MailService,
  { orgId, formats, language }: MailRow,
  report: ReportTable,
  orgName: string,
): Promise<Attachment[]> => {
  const name = fileName(report.name, localDay(report.timeZone, at(report.edges, 0)))
  const attachments: Attachment[] = []
  if (formats.includes('xlsx')) {
    const content = Buffer.from(await reportXlsx(report, language))
    attachments.push({ filename: `${name}.xlsx`, content, contentType: xlsxType })
  }
  if (formats.includes('csv')) {
    const parts: string[] = []
    for await (const part of reportCsv(report)) parts.push(part)
    attachments.push({ filename: `${name}.csv`, content: parts.join(''), contentType: 'text/csv; charset=utf-8' })
  }
  if (formats.includes('html')) {
    const logo = shownLogo(await logoOf(db.sql, orgId))
    const content = printPage(report, { language, orgName, logo, madeOn: now() })
    attachments.push({ filename: `${name}.html`, content, contentType: 'text/html; charset=utf-8' })
  }
  return attachments
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Returns a file name that every system accepts. */
const fileName = (name: string, day: string): string => {
  const safe = plain(name, 60).replaceAll(/[\\/:*?"<>|]+/g, '-')
  return `${safe} ${day}`
}
