import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { serviceLanguage, useLanguage, useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ObjectHistory } from '../../ui/audit/object-history.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StateMark, type Tone } from '../../ui/feedback/state-mark.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Alert, AlertFrame } from '../alert/alert-frame.tsx'
import { ConfirmedBy, LevelMark } from '../alert-state.tsx'
import { Pager } from '../pager.tsx'
import { type Occurrence, spanMs, spanNames, type Timeline } from './history.rules.ts'
import { HistoryCsv } from './history-csv.tsx'
import { type Coverage, TimelineChart, useCoverage } from './timeline-chart.tsx'

const itemsOnPage = 20

/** When an alert was active, who knew of it, and what became of each message. */
export const AlertHistoryPage = (): ReactNode => <AlertFrame>{(alert) => <History alert={alert} />}</AlertFrame>

const History = ({ alert: { id: alertId, name, logAs } }: { alert: Alert }): ReactNode => {
  const zone = useOwnZone()
  const { alerts, common } = useTexts()
  const { span = 'month', page = 1 } = useSearch({ from: '/shell/alerts/$id/history' })
  const navigate = useNavigate()
  const lang = serviceLanguage(useLanguage())
  // The end stays while pages are leafed through: an hour more or less is no other span.
  const till = useMemo(() => new Date(Math.ceil(serverNow() / 3_600_000) * 3_600_000), [])
  const request = { alertId, from: new Date(till.getTime() - spanMs[span]), till, lang }
  const timeline = useQuery({
    ...apiQuery('alertHistory', 'timeline', { ...request, page, itemsOnPage }),
    placeholderData: keepPreviousData,
  })
  const coverage = useCoverage(logAs, timeline.data)
  const go = (search: { span?: typeof span; page?: number }): void =>
    void navigate({ to: '/alerts/$id/history', params: { id: alertId }, search })
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3 print:hidden">
        <Segmented
          label={alerts.span}
          value={span}
          options={spanNames.map((one) => [one, alerts.spans[one]] as const)}
          onChange={(one) => go({ span: one })}
        />
        <HistoryCsv request={request} name={name} total={timeline.data?.total ?? 0} />
      </div>
      <Panel title={alerts.timeline} aside={<span className="text-sm text-quiet">{coverage?.text}</span>}>
        <Loaded query={timeline}>{(found) => <TimelineChart timeline={found} coverage={coverage} />}</Loaded>
      </Panel>
      <Panel title={alerts.occurrences} aside={<span className="text-sm text-quiet">{common.timesIn({ zone })}</span>}>
        <Loaded query={timeline}>
          {(found) => <Occurrences timeline={found} coverage={coverage} onPage={(next) => go({ span, page: next })} />}
        </Loaded>
      </Panel>
      <ObjectHistory kind="alert" id={alertId} />
    </>
  )
}

interface OccurrencesProps {
  timeline: Timeline
  coverage: Coverage | undefined
  onPage: (page: number) => void
}

const Occurrences = ({ timeline, coverage, onPage }: OccurrencesProps): ReactNode => {
  const { alerts } = useTexts()
  const { time } = useFormat()
  if (timeline.total === 0) {
    const { knownFrom } = coverage ?? { knownFrom: null }
    if (knownFrom === null) return <EmptyState title={alerts.levels.none} />
    const from = new Date(Math.max(knownFrom, Date.parse(timeline.from))).toISOString()
    return <EmptyState title={alerts.neverInSpan({ time: time(from) })} />
  }
  return (
    <>
      <ol aria-label={alerts.occurrences}>
        {timeline.occurrences.map((one) => (
          <OccurrenceRow key={one.id} occurrence={one} />
        ))}
      </ol>
      <Pager page={timeline.currentPage} pages={Math.ceil(timeline.total / timeline.itemsOnPage)} onPage={onPage} />
    </>
  )
}

/** An alert event; its messages can be expanded. */
const OccurrenceRow = ({ occurrence }: { occurrence: Occurrence }): ReactNode => {
  const { alerts } = useTexts()
  const { time, span } = useFormat()
  const now = useNow()
  const { startedOn, resolvedOn, logAs, confirmed, spans, messages, how } = occurrence
  const till = resolvedOn === null ? now : Date.parse(resolvedOn)
  return (
    <li className="border-b border-line text-sm last:border-b-0">
      <details className="group">
        <summary className="grid cursor-pointer grid-cols-[8rem_1fr] gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover md:grid-cols-[9rem_14rem_9rem_1fr]">
          <LevelMark level={logAs} isQuiet={resolvedOn !== null} />
          <time dateTime={startedOn}>{time(startedOn)}</time>
          <span className="text-quiet max-md:col-start-2">
            {span(Math.max(0, till - Date.parse(startedOn)))}
            {resolvedOn === null && `, ${alerts.goesOn}`}
          </span>
          <span className="min-w-0 text-quiet max-md:col-start-2">
            {confirmed === undefined ? alerts.nobodyConfirmed : <ConfirmedBy confirmed={confirmed} />}
          </span>
        </summary>
        <div className="mb-3 ml-4 flex flex-col gap-2 border-l-2 border-edge px-4 py-2">
          {how !== undefined && how !== 'resolved' && <p>{alerts.ended[how]}</p>}
          {spans.map((one) => (
            <HeldSpan key={`${one.kind} ${one.from}`} span={one} />
          ))}
          {messages.length === 0 ? (
            <p className="text-quiet">{alerts.noMessages}</p>
          ) : (
            <ul aria-label={alerts.messages} className="flex flex-col gap-1.5">
              {messages.map((message) => (
                <MessageLine key={message.id} message={message} />
              ))}
            </ul>
          )}
        </div>
      </details>
    </li>
  )
}

const HeldSpan = ({ span: { kind, why, from, till } }: { span: Occurrence['spans'][number] }): ReactNode => {
  const { alerts, holds } = useTexts()
  const { time } = useFormat()
  const word = kind === 'unjudged' ? alerts.unjudged : holds.why[why ?? 'mute']
  return (
    <p>
      <StateMark tone={kind === 'unjudged' ? 'unknown' : 'muted'}>
        {`${word}: ${time(from)} – ${till === null ? alerts.goesOn : time(till)}`}
      </StateMark>
    </p>
  )
}

const tones: Readonly<Record<Occurrence['messages'][number]['state'], Tone>> = {
  waiting: 'info',
  sending: 'info',
  sent: 'ok',
  failed: 'critical',
  dropped: 'muted',
  unclear: 'unknown',
  digested: 'info',
}

const MessageLine = ({ message }: { message: Occurrence['messages'][number] }): ReactNode => {
  const { alerts, alertForm } = useTexts()
  const { time } = useFormat()
  const { type, to, dueOn, sentOn, state, attempts, reason } = message
  return (
    <li className="grid gap-x-3 md:grid-cols-[14rem_minmax(0,1fr)_minmax(0,1.4fr)]">
      <time dateTime={sentOn ?? dueOn} className="text-quiet">
        {time(sentOn ?? dueOn)}
      </time>
      <span className="min-w-0 break-words">{`${alertForm.channels[type]} ${to}`.trim()}</span>
      <span className="min-w-0 break-words">
        <StateMark tone={tones[state]}>{alerts.messageStates[state]}</StateMark>
        {attempts > 1 && <span className="text-quiet">, {alerts.attempts({ count: attempts })}</span>}
        {reason !== undefined && <span className="text-quiet">. {reason}</span>}
      </span>
    </li>
  )
}
