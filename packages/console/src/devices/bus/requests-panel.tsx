import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Download, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { loadApi } from '../../data/api/load-api.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { LiveFeed, type LiveState } from '../../data/live/live-feed.ts'
import { serverNow } from '../../data/state/server-time.ts'
import type { UnitFigures } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { useMedia } from '../../ui/layout/use-media.ts'
import {
  csvOf,
  type ExchangeFilter,
  exchangeFilters,
  isShown,
  type LineEntry,
  type LineEvent,
  lineEventOf,
  rateOf,
  withEvents,
} from './exchange.rules.ts'
import { RequestRow } from './request-row.tsx'

const after = (ms: number, act: () => void): (() => void) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** Collects the requests of a network while the page is open, newest first. */
const useExchanges = (netId: number): { entries: readonly LineEntry[]; state: LiveState } => {
  const [entries, setEntries] = useState<readonly LineEntry[]>([])
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    setEntries([])
    const feed = new LiveFeed<LineEvent>({
      open: async (lastEventId, signal) => {
        const headers: Record<string, string> = lastEventId === null ? {} : { 'last-event-id': lastEventId }
        return (await loadApi()).diagnosis.exchanges({ netId }, { signal, headers })
      },
      after,
      random: Math.random,
      eventOf: lineEventOf,
      reset: { kind: 'reset' },
      onBatch: (events) => setEntries((before) => withEvents(before, events)),
      onState: setState,
      onReceived: () => {},
    })
    feed.start()
    return () => feed.stop()
  }, [netId])
  return { entries, state }
}

/** Maximum number of drawn rows; a filter finds the others. */
const rowsMax = 100

/** Live requests of the bus with answers and durations. */
export const RequestsPanel = ({ units }: { units: readonly UnitFigures[] }): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id' })
  const { show = 'all', unit } = useSearch({ from: '/shell/nets/$id/bus' })
  const { diagnosis: texts } = useTexts()
  const { number } = useFormat()
  const { entries, state } = useExchanges(netId)
  const [pausedEntries, setPausedEntries] = useState<readonly LineEntry[] | null>(null)
  const isPhone = useMedia('phone')
  const listed = pausedEntries ?? entries
  const shown = listed.filter((entry) => isShown(entry, show, unit))
  const rate = rateOf(entries, serverNow())
  const [newestPaused] = pausedEntries ?? []
  const since = newestPaused === undefined ? entries.length : entries.findIndex(({ key }) => key === newestPaused.key)
  return (
    <Panel
      title={texts.requests}
      badge={rate !== null && <span className="text-xs text-quiet">{texts.perSecond({ count: number(rate) })}</span>}
      aside={<Filters units={units.map((one) => one.unit)} />}
    >
      <div className="flex flex-wrap items-center gap-2 px-4 pb-2.5">
        <Button
          icon={pausedEntries === null ? Pause : Play}
          onClick={() => setPausedEntries(pausedEntries === null ? entries : null)}
        >
          {pausedEntries === null ? texts.pause : texts.goOn}
        </Button>
        <Button icon={Download} disabled={shown.length === 0} onClick={() => save(csvOf(shown), netId)}>
          {texts.download}
        </Button>
        <span role="status" className="text-xs text-quiet">
          {pausedEntries !== null && texts.paused({ count: number(since < 0 ? entries.length : since) })}
        </span>
        {state === 'waiting' && <StateMark tone="warning">{texts.streamLost}</StateMark>}
      </div>
      {shown.length === 0 ? (
        <EmptyState title={listed.length === 0 ? texts.nothingYet : texts.nothingShown} />
      ) : (
        <div className="max-h-[32rem] overflow-y-auto" tabIndex={0} role="group" aria-label={texts.requests}>
          <table className="w-full border-collapse text-sm" aria-label={texts.requests}>
            <thead className="sticky top-0 z-1">
              <tr className="h-8.5 bg-sunken text-left text-xs text-faint">
                <th scope="col" className="py-1 pr-2 pl-4 font-medium">
                  {texts.time}
                </th>
                <th scope="col" className="px-2 py-1 text-right font-medium">
                  {texts.unitTitle}
                </th>
                <th scope="col" className="px-2 py-1 font-medium">
                  {texts.request}
                </th>
                <th scope="col" className="px-2 py-1 text-right font-medium">
                  {texts.took}
                </th>
                {!isPhone && (
                  <th scope="col" className="py-1 pr-4 pl-2 font-medium">
                    {texts.outcome}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {shown.slice(0, rowsMax).map((entry) => (
                <RequestRow key={entry.key} entry={entry} units={units} isPhone={isPhone} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="border-t border-line px-4 py-2.5 text-xs text-faint">{texts.kept}</p>
    </Panel>
  )
}

const Filters = ({ units }: { units: readonly number[] }): ReactNode => {
  const { show = 'all', unit } = useSearch({ from: '/shell/nets/$id/bus' })
  const navigate = useNavigate({ from: '/nets/$id/bus' })
  const { diagnosis: texts } = useTexts()
  const { number } = useFormat()
  const setFilter = (next: { show?: ExchangeFilter; unit?: number | undefined }): void =>
    void navigate({
      search: (before) => {
        const { show: kind, unit: one } = { ...before, ...next }
        return { ...(kind !== undefined && kind !== 'all' && { show: kind }), ...(one !== undefined && { unit: one }) }
      },
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Choice
        label={texts.unitTitle}
        isLabelHidden
        value={unit ?? 0}
        options={[[0, texts.allUnits], ...units.map((one) => [one, texts.unit({ unit: number(one) })] as const)]}
        onChange={(one) => setFilter({ unit: one === 0 ? undefined : one })}
      />
      <Segmented
        label={texts.show}
        isLabelHidden
        value={show}
        options={exchangeFilters.map((one) => [one, texts[one]] as const)}
        onChange={(one) => setFilter({ show: one })}
      />
    </div>
  )
}

const save = (text: string, netId: number): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `requests-${netId}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
