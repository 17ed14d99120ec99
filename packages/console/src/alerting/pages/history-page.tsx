import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { serviceLanguage, useLanguage, useOwnZone } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { LevelMark } from '../alert-state.tsx'
import { AlertsFrame } from '../alerts-frame.tsx'
import { ConfirmOutage } from '../confirm.tsx'
import { Pager } from '../pager.tsx'

/** History of all alerts, newest first. */
export const HistoryPage = (): ReactNode => {
  const { page = 1 } = useSearch({ from: '/shell/alerts/history' })
  const navigate = useNavigate()
  return (
    <AlertsFrame>
      <AlertLog page={page} onPage={(next) => void navigate({ to: '/alerts/history', search: { page: next } })} />
    </AlertsFrame>
  )
}

const itemsOnPage = 10

interface AlertLogProps {
  alertId?: number
  /** From 1. */
  page: number
  onPage: (page: number) => void
}

/** Alert log of one alert or of the organization, newest first, page by page. */
const AlertLog = ({ alertId, page, onPage }: AlertLogProps): ReactNode => {
  const zone = useOwnZone()
  const { alerts, common } = useTexts()
  const { orgId } = useOrg()
  const lang = serviceLanguage(useLanguage())
  const paging = { page, itemsOnPage, lang }
  const question =
    alertId === undefined
      ? apiQuery('alerts', 'orgLog', { orgId, ...paging })
      : apiQuery('alerts', 'log', { alertId, ...paging })
  const log = useQuery({ ...question, placeholderData: keepPreviousData })
  return (
    <Panel title={alerts.log} aside={<span className="text-sm text-quiet">{common.timesIn({ zone })}</span>}>
      <Loaded query={log}>
        {({ records, totalRecords }) =>
          records.length === 0 ? (
            <EmptyState title={alerts.emptyLog} help={alerts.emptyLogHelp} />
          ) : (
            <>
              <ol aria-label={alerts.log}>
                {records.map((record) => (
                  <LogRecord key={record.id} record={record} isNamed={alertId === undefined} />
                ))}
              </ol>
              <Pager page={page} pages={Math.ceil(totalRecords / itemsOnPage)} onPage={onPage} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

type AlertLogRecord = AnswerOf<'alerts', 'orgLog'>['records'][number]

/** An alert event; its messages can be expanded. */
const LogRecord = ({ record, isNamed }: { record: AlertLogRecord; isNamed: boolean }): ReactNode => {
  const { alerts } = useTexts()
  const { time, span } = useFormat()
  const { name, logAs, startedOn, resolvedOn, status, details } = record
  const now = useNow()
  const till = resolvedOn === null ? now : Date.parse(resolvedOn)
  return (
    <li className="border-b border-line text-sm last:border-b-0">
      <details className="group">
        <summary className="grid cursor-pointer grid-cols-[9rem_1fr] gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover md:grid-cols-[10rem_1fr_13rem_7rem_8rem]">
          <span className="flex min-w-0 items-center gap-3">
            <svg
              viewBox="0 0 8 12"
              className="h-3 w-2 shrink-0 fill-none stroke-quiet group-open:rotate-90"
              aria-hidden="true"
            >
              <path d="M1.5 1.5L6.5 6l-5 4.5" strokeWidth="1.5" />
            </svg>
            <LevelMark level={logAs} isQuiet={status !== 'active'} />
          </span>
          {isNamed && <span className="font-medium break-words max-md:order-first max-md:col-span-2">{name}</span>}
          <span className={isNamed ? '' : 'md:col-span-2'}>{time(startedOn)}</span>
          <span className="text-quiet">{span(Math.max(0, till - Date.parse(startedOn)))}</span>
          <span className={status === 'active' ? 'font-medium' : 'text-quiet'}>{alerts.statuses[status]}</span>
        </summary>
        <div className="border-l-2 border-edge px-4 py-3 ml-4 mb-3">
          <ol className="flex flex-col gap-2">
            {details.map(({ date, texts }) => (
              <li key={date}>
                <time dateTime={date} className="text-quiet">
                  {time(date)}
                </time>
                {texts.map((text) => (
                  <p key={text} className="break-words">
                    {text}
                  </p>
                ))}
              </li>
            ))}
          </ol>
          {isNamed && <Origin record={record} />}
        </div>
      </details>
    </li>
  )
}

/**
 * Source of an event: the alert if it still exists, or a disconnected network, which has no page for acknowledgement.
 */
const Origin = ({ record: { alertId, netId, name, status } }: { record: AlertLogRecord }): ReactNode => {
  const { alerts } = useTexts()
  const mayConfirm = useHasRole('operator')
  const className = 'inline-block text-accent underline underline-offset-4'
  if (alertId !== undefined) {
    return (
      <Link to="/alerts/$id" params={{ id: alertId }} className={`mt-3 ${className}`}>
        {alerts.openAlert}
      </Link>
    )
  }
  if (netId === undefined) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-4">
      {status === 'active' && mayConfirm && <ConfirmOutage netId={netId} name={name} />}
      <Link to="/nets/$id" params={{ id: netId }} className={className}>
        {alerts.openNet}
      </Link>
    </div>
  )
}
