import { fill } from '@busbar/ui/messages'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Mail, Pencil, Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { ShareButton } from '../../shell/sharing/share-button.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { DownloadButtons } from './download-buttons.tsx'
import { MailForm } from './mail-form.tsx'
import { ReportView } from './report-view.tsx'
import { SentList } from './sent-list.tsx'

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

/** What a report came to, in a period. */
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
