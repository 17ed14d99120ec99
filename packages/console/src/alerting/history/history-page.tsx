import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { serviceLanguage, useLanguage, useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ObjectHistory } from '../../ui/audit/object-history.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Alert, AlertFrame } from '../alert/alert-frame.tsx'
import { Pager } from '../pager.tsx'
import { type Coverage, useCoverage } from './coverage.ts'
import { spanMs, spanNames, type Timeline } from './history.rules.ts'
import { HistoryCsv } from './history-csv.tsx'
import { OccurrenceRow } from './occurrence-row.tsx'
import { TimelineChart } from './timeline-chart.tsx'

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
