import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useParamStates } from '../../readings/values/param-states.ts'
import { paramText } from '../../readings/values/param-text.ts'
import type { PolledDevice } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Count } from '../../ui/feedback/count.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Figure, Figures } from '../../ui/layout/figures.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { RowLink } from '../../ui/layout/table.tsx'
import { AvailabilityStrip } from '../availability-strip.tsx'
import { FailedReads, LastGoodRead } from '../device-state.tsx'
import { sharePercent } from '../strip.rules.ts'
import { usePolledDevice } from '../use-polled-device.ts'
import { LinePanel } from './line-panel.tsx'
import type { ReadOutcome } from './read-now-button.tsx'
import { ReadNowButton } from './read-now-button.tsx'

type Availability = AnswerOf<'availability', 'device'>

const staleTime = 60_000
const dayMs = 86_400_000

const useAvailability = (deviceId: number, days: number, steps: number) =>
  useQuery({ ...apiQuery('availability', 'device', { deviceId, days, steps }), staleTime })

/** How reading of a device goes: how much was read, what failed and why, and what it says when it is asked now. */
export const DiagnosticsTab = (): ReactNode => {
  const { id: deviceId } = useParams({ from: '/shell/devices/$id' })
  const { days = 1 } = useSearch({ from: '/shell/devices/$id/diagnostics' })
  const { device: texts } = useTexts()
  const device = useQuery(apiQuery('devices', 'get', { deviceId }))
  const { device: polled } = usePolledDevice(device.data?.netId, deviceId)
  const day = useAvailability(deviceId, 1, 96)
  const month = useAvailability(deviceId, 30, 30)
  const shown = days === 1 ? day : month
  return (
    <>
      <Numbers polled={polled} day={day.data} month={month.data} />
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title={texts.readStepByStep} aside={<Span deviceId={deviceId} days={days} />}>
            <Loaded query={shown}>{(found) => <Strip found={found} days={days} />}</Loaded>
          </Panel>
          <Panel title={days === 1 ? texts.failedInDay : texts.failedInMonth}>
            <Loaded query={shown}>{({ steps }) => <FailedReads steps={steps} />}</Loaded>
          </Panel>
          <ReadNowPanel deviceId={deviceId} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Loaded query={device}>{(found) => <LinePanel device={found} polled={polled} />}</Loaded>
          <RefusedPanel deviceId={deviceId} />
        </div>
      </div>
    </>
  )
}

interface NumbersProps {
  /** Undefined until it is known, as are the others. */
  polled: PolledDevice | undefined
  day: Availability | undefined
  month: Availability | undefined
}

const Numbers = ({ polled, day, month }: NumbersProps): ReactNode => {
  const { device, trouble } = useTexts()
  const { duration, number } = useFormat()
  const share = (found: Availability | undefined): string | undefined =>
    found && (found.share === null ? '—' : `${number(sharePercent(found.share))}\u00a0%`)
  const took = polled?.lastDurationMs
  // Without a count it is zero only while reading succeeds: not every failed poll is counted.
  const failures = polled?.failures ?? (polled?.trouble === undefined ? 0 : undefined)
  return (
    <Figures>
      <Figure title={device.goodInDay} value={share(day)} />
      <Figure title={device.goodInMonth} value={share(month)} />
      <Figure title={device.took} value={polled && (took === undefined ? '—' : duration(took))} />
      <Figure title={device.failuresInRow} value={polled && (failures === undefined ? '—' : number(failures))} />
      <Figure title={trouble.lastGoodRead} value={polled && <LastGoodRead device={polled} />} />
    </Figures>
  )
}

/** The two spans, each with an address. */
const Span = ({ deviceId, days }: { deviceId: number; days: number }): ReactNode => {
  const { device } = useTexts()
  const spans = [
    [1, device.day],
    [30, device.month],
  ] as const
  return (
    <nav aria-label={device.span} className="inline-flex overflow-hidden rounded-part border border-line-strong">
      {spans.map(([one, text]) => (
        <Link
          key={one}
          to="/devices/$id/diagnostics"
          params={{ id: deviceId }}
          search={{ days: one === 1 ? undefined : 30 }}
          replace
          resetScroll={false}
          aria-current={one === days ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          className="inline-flex min-h-7.5 items-center bg-surface px-2.5 text-sm font-medium text-quiet not-last:border-r not-last:border-line hover:bg-hover focus-visible:-outline-offset-2 aria-[current=page]:bg-selected aria-[current=page]:text-accent max-md:min-h-10"
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}

const Strip = ({ found: { share, steps }, days }: { found: Availability; days: number }): ReactNode => {
  const { device } = useTexts()
  const { moment, number } = useFormat()
  const first = steps[0]?.from
  const now = serverNow()
  return (
    <div className="px-4 pb-4 text-xs text-quiet">
      <AvailabilityStrip
        steps={steps}
        share={share}
        fromMs={Date.parse(first ?? '')}
        stepMs={(days * dayMs) / Math.max(1, steps.length)}
        label={days === 1 ? device.day : device.month}
        className="h-9"
      />
      <p className="flex justify-between gap-3 pt-1 text-faint">
        <span>{first !== undefined && moment(first, now)}</span>
        <span>{share === null ? device.notAsked : device.readShare({ percent: number(sharePercent(share)) })}</span>
        <span>{device.now}</span>
      </p>
    </div>
  )
}

const shownMax = 20

/** Parameters that the latest poll did not get, each with why. Nothing where there is none. */
const RefusedPanel = ({ deviceId }: { deviceId: number }): ReactNode => {
  const texts = useTexts()
  const language = useLanguage()
  const params = useQuery(apiQuery('devices', 'params', { deviceId })).data
  const ids = useMemo(() => params?.filter(({ isTracked }) => isTracked).map(({ id }) => id) ?? [], [params])
  const states = useParamStates(deviceId, ids).data
  const failed =
    params?.flatMap((param) => {
      const { error, readOn } = states?.[param.id] ?? {}
      const isFailed = error !== undefined && (readOn === undefined || error.on > readOn) && error.reason !== 'NoValue'
      return isFailed ? [{ param, reason: error.reason }] : []
    }) ?? []
  if (failed.length === 0) return null
  return (
    <Panel title={texts.device.notGot} badge={<Count count={failed.length} look="warning" />}>
      <ul className="border-t border-line text-sm">
        {failed.slice(0, shownMax).map(({ param, reason }) => (
          <li key={param.id} className="border-b border-line px-4 py-2 last:border-b-0">
            <span className="flex items-baseline justify-between gap-3">
              <RowLink href={`/params/${param.id}`}>{paramText(param.name, language)}</RowLink>
              <span className="shrink-0 font-mono text-xs text-quiet">{param.address}</span>
            </span>
            <span className="block text-xs text-quiet">{reasonText(texts, reason)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** More names are not worth reading. */
const namesMax = 8

/** Asks the device now, and shows what came of it. */
const ReadNowPanel = ({ deviceId }: { deviceId: number }): ReactNode => {
  const { device } = useTexts()
  const [outcome, setOutcome] = useState<ReadOutcome | null>(null)
  return (
    <Panel title={device.askNow} aside={<ReadNowButton deviceId={deviceId} onOutcome={setOutcome} />}>
      <div className="px-4 pb-4 text-sm" role="status">
        {outcome === null ? (
          <p className="text-quiet">{device.askNowHelp}</p>
        ) : (
          <Outcome outcome={outcome} deviceId={deviceId} />
        )}
      </div>
    </Panel>
  )
}

const Outcome = ({ outcome: { on, tookMs, read, failed }, deviceId }: { outcome: ReadOutcome; deviceId: number }) => {
  const texts = useTexts()
  const { device } = texts
  const { duration, moment, number } = useFormat()
  const language = useLanguage()
  const now = useNow()
  const params = useQuery(apiQuery('devices', 'params', { deviceId })).data ?? []
  const names = new Map(params.map(({ id, name }) => [id, paramText(name, language)]))
  const all = read + [...failed.values()].reduce((sum, ids) => sum + ids.length, 0)
  return (
    <>
      <StateMark tone={read === all ? 'ok' : read > 0 ? 'warning' : 'unknown'}>
        {read > 0
          ? device.readDone({ some: number(read), all: number(all), time: duration(tookMs) })
          : device.readNone({ time: duration(tookMs) })}{' '}
        <time dateTime={on} className="font-normal text-quiet">
          {moment(on, now)}
        </time>
      </StateMark>
      {failed.size > 0 && (
        <ul className="mt-2 flex flex-col gap-1">
          {[...failed].map(([reason, ids]) => (
            <li key={reason} className="break-words">
              {reasonText(texts, reason)}:{' '}
              <span className="text-quiet">
                {ids
                  .slice(0, namesMax)
                  .map((id) => names.get(id) ?? id)
                  .join(', ')}
                {ids.length > namesMax && ` ${device.andMore({ count: ids.length - namesMax })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
