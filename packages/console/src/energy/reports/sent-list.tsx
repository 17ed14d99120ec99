import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { useAmount } from '../figures/use-amount.ts'
import { useDates } from '../figures/use-dates.ts'

type SentReport = AnswerOf<'reportMails', 'sent'>[number]

const stateIcons = {
  sent: [CircleCheck, 'text-quiet'],
  waiting: [Clock, 'text-quiet'],
  failed: [CircleAlert, 'text-critical-text'],
  unclear: [CircleHelp, 'text-unknown-text'],
} as const

const shownMax = 30
const refetchMs = 3000

/** What was sent, to whom, and what became of it. */
export const SentList = ({ reportId }: { reportId: string }): ReactNode => {
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
