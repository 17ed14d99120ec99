import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { alertTone } from '../../ui/feedback/alert-tone.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { useCoverage } from '../history/timeline-chart.tsx'
import { stripOf } from '../strip.rules.ts'
import { Strip } from '../strip.tsx'
import { type Alert, AlertFrame } from './alert-frame.tsx'
import { StatusPanel } from './status-panel.tsx'

const dayMs = 86_400_000
const days = 30

/** How an alert stands, what happened this time, and its last thirty days. */
export const AlertStatePage = (): ReactNode => (
  <AlertFrame>
    {(alert) => (
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21.5rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <StatusPanel alert={alert} />
          <LastDays alert={alert} />
        </div>
        <ThisTime alert={alert} />
      </div>
    )}
  </AlertFrame>
)

const LastDays = ({ alert: { id: alertId, logAs } }: { alert: Alert }): ReactNode => {
  const { alerts } = useTexts()
  const { moment } = useFormat()
  const timeline = useQuery(apiQuery('alertHistory', 'timeline', { alertId, itemsOnPage: 1 }))
  const now = Math.ceil(useNow() / 60_000) * 60_000
  const coverage = useCoverage(logAs, timeline.data)
  const states = {
    active: { tone: alertTone(logAs), text: alerts.active },
    normal: { tone: 'ok', text: alerts.quiet },
    unknown: { tone: 'unknown', text: logAs === 'none' ? alerts.levels.none : alerts.notCreatedYet },
  } as const
  return (
    <Panel title={alerts.lastDays} aside={<span className="text-sm text-quiet">{coverage?.text}</span>}>
      <Loaded query={timeline}>
        {({ bars }) => (
          <div className="px-4 pb-4">
            <Strip
              className="h-6"
              label={`${alerts.lastDays}: ${coverage?.text}`}
              bars={stripOf(bars, { knownFrom: coverage?.knownFrom ?? null, now, count: days, barMs: dayMs }).map(
                (state, place) => {
                  const { tone, text } = states[state]
                  return { tone, text: `${moment(new Date(now - (days - place) * dayMs).toISOString(), now)}: ${text}` }
                },
              )}
            />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

/** The story of the latest occurrence. */
const ThisTime = ({ alert: { id: alertId } }: { alert: Alert }): ReactNode => {
  const { alerts } = useTexts()
  const { moment, time } = useFormat()
  const now = useNow()
  const lang = serviceLanguage(useLanguage())
  const log = useQuery(apiQuery('alerts', 'log', { alertId, page: 1, itemsOnPage: 1, lang }))
  return (
    <Panel title={log.data?.records[0]?.status === 'resolved' ? alerts.lastOccurrence : alerts.thisTime}>
      <Loaded query={log}>
        {({ records: [record] }) =>
          record === undefined ? (
            <EmptyState title={alerts.emptyLog} help={alerts.emptyLogHelp} />
          ) : (
            <>
              <ol
                aria-label={alerts.thisTime}
                className="flex max-h-120 flex-col gap-3 overflow-y-auto px-4 pb-3 text-sm"
              >
                {record.details.map(({ date, texts }) => (
                  <li key={date} className="grid grid-cols-[1fr_auto] gap-x-3">
                    <div className="min-w-0">
                      {texts.map((text) => (
                        <p key={text} className="break-words">
                          {text}
                        </p>
                      ))}
                    </div>
                    <time dateTime={date} title={time(date)} className="text-quiet">
                      {moment(date, now)}
                    </time>
                  </li>
                ))}
              </ol>
              <p className="border-t border-line px-4 py-2 text-sm">
                <Link
                  to="/alerts/$id/history"
                  params={{ id: alertId }}
                  className="text-accent underline-offset-4 hover:underline"
                >
                  {alerts.wholeHistory}
                </Link>
              </p>
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
