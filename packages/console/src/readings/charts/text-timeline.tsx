import { colourOf } from '@busbar/charts'
import { type TextPart, textParts, textShares } from '@busbar/charts/text-runs'
import { spans, type TimeWindow, viewOf } from '@busbar/charts/window'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { TimeBar } from './time-bar.tsx'
import { useChartAddress } from './use-chart-control.ts'
import { useRange } from './use-range.ts'
import { useChartTimes, useZone } from './use-zone.ts'

const refetchMs = 30_000
/** While a view follows the present, it is asked for in steps of so much. */
const stepMs = 10_000
const rowsMax = 200

/** When a text parameter showed what: its states in time, and when it could not be read. */
export const TextTimeline = ({ paramId }: { paramId: number }): ReactNode => {
  const control = useChartAddress()
  const { zone, zones } = useZone(control.search.zone)
  const now = Math.floor(useNow() / stepMs) * stepMs
  const shown = useRange(control, now, zone, spans.day)
  const view = useMemo(() => viewOf(shown.range, now), [shown.range, now])
  const span = { from: new Date(view.from), till: new Date(view.till) }
  const queryOptions = { placeholderData: keepPreviousData, refetchInterval: refetchMs }
  const runs = useQuery({ ...apiQuery('readings', 'texts', { paramId, ...span }), ...queryOptions })
  const gaps = useQuery({ ...apiQuery('readings', 'gaps', { paramIds: [paramId], ...span }), ...queryOptions })
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <TimeBar range={shown.range} now={now} control={control} zones={zones} onRange={shown.show} />
      <div className="rounded-card border border-line bg-surface">
        <Loaded query={runs}>
          {(found) => (
            <Timeline parts={textParts(found, gaps.data?.[paramId] ?? [], view, now)} view={view} zone={zone} />
          )}
        </Loaded>
      </div>
    </div>
  )
}

const Timeline = ({ parts, view, zone }: { parts: readonly TextPart[]; view: TimeWindow; zone: string }): ReactNode => {
  const { charts } = useTexts()
  const { percent } = useFormat()
  const times = useChartTimes(zone)
  const shares = textShares(parts)
  const ranks = new Map(shares.map(({ text }, rank) => [text, rank]))
  const part = (ms: number): string => `${((ms / (view.till - view.from)) * 100).toFixed(3)}%`
  const nameOf = ({ text, kind }: TextPart): string => text ?? charts.gapKinds[kind ?? 'nothing-known']
  if (parts.length === 0)
    return <p className="px-4 py-10 text-center text-sm text-quiet">{`${charts.nothing}. ${charts.nothingHelp}`}</p>
  return (
    <>
      <div className="px-4 pt-4">
        <div className="relative h-10 overflow-hidden rounded-mark bg-sunken" aria-hidden="true">
          {parts.map((one) => (
            <span
              key={one.from}
              title={`${nameOf(one)}: ${times.minute(one.from)} – ${times.minute(one.till)}`}
              className={`absolute inset-y-0 truncate px-1.5 py-2.5 text-xs ${one.text === null ? 'bg-unknown-soft text-unknown-text' : 'text-ink'}`}
              style={{
                left: part(one.from - view.from),
                width: `max(2px, ${part(one.till - one.from)})`,
                ...(one.text !== null && {
                  background: `color-mix(in srgb, var(${colourOf(ranks.get(one.text) ?? 0)}) 30%, var(--surface))`,
                }),
              }}
            >
              {nameOf(one)}
            </span>
          ))}
        </div>
        <p className="flex justify-between pt-1 text-xs text-faint">
          <span>{times.minute(view.from)}</span>
          <span>{times.minute(view.till)}</span>
        </p>
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3 text-sm" aria-label={charts.textShares}>
        {shares.map(({ text, share }, rank) => (
          <li key={text} className="inline-flex min-w-0 items-center gap-1.5">
            <span
              className="size-2.5 shrink-0 rounded-[2px]"
              style={{ background: `var(${colourOf(rank)})` }}
              aria-hidden="true"
            />
            <span className="min-w-0 break-words">{text === '' ? charts.emptyText : text}</span>
            <span className="text-faint">{percent(share)}</span>
          </li>
        ))}
      </ul>
      <details className="border-t border-line text-sm">
        <summary className="cursor-pointer px-4 py-2.5 text-accent">{charts.asTable}</summary>
        <table className="w-full" aria-label={charts.asTable}>
          <tbody>
            {parts
              .toReversed()
              .slice(0, rowsMax)
              .map((one) => (
                <tr key={one.from} className="border-t border-line">
                  <td className="px-4 py-1.5 whitespace-nowrap text-quiet">{times.full(one.from)}</td>
                  <td className={`px-4 py-1.5 break-words ${one.text === null ? 'text-unknown-text' : ''}`}>
                    {nameOf(one)}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
