import { fill } from '@busbar/ui/messages'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleHelp, Clock, Mail, Pencil, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { ShareButton } from '../../shell/sharing/share-button.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useAmount, useDates } from '../figures/energy-format.ts'
import { DownloadButtons } from './download-buttons.tsx'
import { MailForm } from './mail-form.tsx'
import { ReportView } from './report-view.tsx'

interface MailDialogProps {
  reportId: string
  onClose: () => void
}

/** To whom a report goes, how often, and what became of it. */
const MailDialog = ({ reportId, onClose }: MailDialogProps): ReactNode => {
  const { reports } = useTexts()
  const stored = useQuery(apiQuery('reportMails', 'get', { reportId }))
  return (
    <Dialog title={reports.mail} isOpen onClose={onClose}>
      <Loaded query={stored}>
        {({ schedule, nextOn, sendsMail, addresses }) => (
          <div className="flex flex-col gap-4">
            {!sendsMail && <Notice tone="warning">{reports.noMailServer}</Notice>}
            <MailForm
              reportId={reportId}
              stored={schedule}
              nextOn={nextOn}
              sendsMail={sendsMail}
              addresses={addresses}
            />
            <SentList reportId={reportId} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

/** A report for a period. */
export const ReportPage = (): ReactNode => {
  const { reports } = useTexts()
  const { orgId } = useOrg()
  const mayEdit = useHasRole('manager')
  const { reportId } = useParams({ from: '/shell/reports/$reportId' })
  const search = useSearch({ from: '/shell/reports/$reportId' })
  const navigate = useNavigate({ from: '/reports/$reportId' })
  const [isMailing, setIsMailing] = useState(false)
  const report = useQuery(apiQuery('reports', 'get', { reportId }))
  const zone = useQuery(apiQuery('reports', 'timeZone', { orgId }))
  const mail = useQuery(apiQuery('reportMails', 'get', { reportId }))
  const schedule = mail.data?.schedule ?? null
  return (
    <Page
      title={report.data?.name ?? reports.title}
      badge={
        schedule !== null && (
          <span className="inline-flex items-center gap-1.5 rounded-mark bg-sunken px-2 py-0.5 text-xs text-quiet">
            <Mail className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
            {fill(reports.scheduled[schedule.every], {
              day: schedule.day,
              weekday: reports.weekdays[schedule.day - 1] ?? '',
              count: schedule.recipients.length,
            })}
          </span>
        )
      }
      actions={
        report.data &&
        zone.data && (
          <>
            <Link to="/reports/$reportId/print" params={{ reportId }} search={search} className={buttonClass()}>
              <Printer className="size-4 text-quiet" strokeWidth={1.75} aria-hidden="true" />
              {reports.print}
            </Link>
            <DownloadButtons reportId={reportId} name={report.data.name} zone={zone.data.timeZone} search={search} />
            {mayEdit && (
              <Button icon={Mail} onClick={() => setIsMailing(true)}>
                {reports.mail}
              </Button>
            )}
            <ShareButton object={{ kind: 'report', reportId }} />
            {mayEdit && (
              <Link to="/reports/$reportId/edit" params={{ reportId }} className={buttonClass('primary')}>
                <Pencil className="size-4" strokeWidth={1.75} aria-hidden="true" />
                {reports.edit}
              </Link>
            )}
          </>
        )
      }
    >
      <Loaded query={zone}>
        {({ timeZone }) => (
          <ReportView
            reportId={reportId}
            zone={timeZone}
            search={search}
            onSearch={(next) => void navigate({ search: next })}
          />
        )}
      </Loaded>
      {isMailing && <MailDialog reportId={reportId} onClose={() => setIsMailing(false)} />}
    </Page>
  )
}

type SentReport = AnswerOf<'reportMails', 'sent'>[number]

const stateIcons = {
  sent: [CircleCheck, 'text-quiet'],
  waiting: [Clock, 'text-quiet'],
  failed: [CircleAlert, 'text-critical-text'],
  unclear: [CircleHelp, 'text-unknown-text'],
} as const

const shownMax = 30
const refetchMs = 3000

/** Sent reports with recipients and outcome. */
const SentList = ({ reportId }: { reportId: string }): ReactNode => {
  const { reports } = useTexts()
  const { orgId } = useOrg()
  const zone = useQuery(apiQuery('reports', 'timeZone', { orgId }))
  const sent = useQuery({ ...apiQuery('reportMails', 'sent', { reportId }), refetchInterval: refetchMs })
  return (
    <section aria-label={reports.sent} className="border-t border-line pt-3">
      <h3 className="mb-1 text-sm font-medium">{reports.sent}</h3>
      <Loaded query={sent}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-quiet">{reports.nothingSent}</p>
          ) : (
            <ul className="flex flex-col">
              {all.slice(0, shownMax).map((one) => (
                <SentRow key={`${one.createdOn} ${one.recipient}`} sent={one} zone={zone.data?.timeZone ?? 'UTC'} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

const SentRow = ({ sent, zone }: { sent: SentReport; zone: string }): ReactNode => {
  const { reports } = useTexts()
  const { moment } = useFormat()
  const { percent } = useAmount()
  const dates = useDates(zone)
  const now = useNow()
  const [Icon, colour] = stateIcons[sent.state]
  const days = `${dates.day(Date.parse(sent.from))} – ${dates.day(Date.parse(sent.till) - 1)}`
  return (
    <li className="flex gap-2 border-b border-line py-1.5 last:border-b-0" data-state={sent.state}>
      <Icon className={`mt-0.5 size-4 shrink-0 ${colour}`} strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <span className="font-medium">{sent.recipient}</span>
          <span className={` ${colour}`}>
            {` · ${sent.isUnanswered === true ? reports.unanswered : reports.states[sent.state]}`}
          </span>
          {sent.isTest && <span className="text-faint">{` · ${reports.test}`}</span>}
        </p>
        <p className="text-xs text-faint">
          {days}
          {' · '}
          <time dateTime={sent.sentOn ?? sent.createdOn}>{moment(sent.sentOn ?? sent.createdOn, now)}</time>
          {sent.coverage !== undefined && ` · ${reports.readFor({ share: percent(sent.coverage) })}`}
        </p>
        {sent.reason !== undefined && sent.state !== 'sent' && (
          <p className="text-xs break-words text-quiet">{sent.reason}</p>
        )}
      </div>
    </li>
  )
}
