import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { ask } from '../api/ask.ts'
import { useFormat } from '../format/use-format.ts'
import { useNow } from '../format/use-now.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { type ChartSeries, colourOf, dashOf } from './data/chart-series.ts'
import { extremesOf, placeAt, valueAt } from './data/merge.rules.ts'
import type { History } from './data/use-history.ts'
import { shownValue } from './shown-value.ts'
import { coarse, type View } from './view.rules.ts'

export interface LegendLine {
  series: ChartSeries
  value: number | null
  /** When that was. */
  on: number | null
  lowest: number | null
  highest: number | null
}

export interface LegendProps {
  lines: readonly LegendLine[]
  /** The moment that is pointed at; null: values are the last ones. */
  when: string | null
  /** Takes a line away; those that may not be taken away have none. */
  onRemove?: ((paramId: number) => void) | undefined
  /** Which of them stays. */
  fixedId?: number | undefined
}

/** What each line is, its value where the chart is pointed at or now, and the least and the greatest of what is shown. */
export const Legend = ({ lines, when, onRemove, fixedId }: LegendProps): ReactNode => {
  const { charts } = useTexts()
  const format = useFormat()
  return (
    <table className="w-full border-collapse text-sm" aria-label={charts.history}>
      <thead>
        <tr className="border-y border-line text-left text-quiet">
          <th className="px-4 py-1.5 font-medium">{charts.line}</th>
          <th className="px-2 py-1.5 text-right font-medium">
            {charts.value}
            <span className="block text-xs font-normal">{when ?? charts.last}</span>
          </th>
          <th className="px-2 py-1.5 text-right font-medium max-sm:hidden">{charts.lowest}</th>
          <th className="px-4 py-1.5 text-right font-medium max-sm:hidden">{charts.highest}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ series, value, on, lowest, highest }, i) => (
          <tr key={series.paramId} className="border-b border-line last:border-b-0">
            <td className="px-4 py-2">
              <span className="flex items-center gap-2">
                <Swatch line={i} />
                <Link
                  to="/params/$id"
                  params={{ id: series.paramId }}
                  className="min-w-0 underline-offset-4 hover:underline"
                >
                  {series.name}
                </Link>
                {onRemove !== undefined && series.paramId !== fixedId && (
                  <button
                    type="button"
                    className="min-h-6 min-w-6 text-quiet hover:text-ink"
                    aria-label={charts.remove(series.name)}
                    onClick={() => onRemove(series.paramId)}
                  >
                    <X className="size-3.5" strokeWidth={1.75} aria-hidden="true" />
                  </button>
                )}
              </span>
            </td>
            <td className="px-2 py-2 text-right whitespace-nowrap">
              <LastValue on={when === null && value !== null ? on : null}>
                {shownValue(series, value, format)}
              </LastValue>
            </td>
            <td className="px-2 py-2 text-right font-medium whitespace-nowrap max-sm:hidden">
              {shownValue(series, lowest, format)}
            </td>
            <td className="px-4 py-2 text-right font-medium whitespace-nowrap max-sm:hidden">
              {shownValue(series, highest, format)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Of a value that has not just been read it says when it was. */
const LastValue = ({ on, children }: { on: number | null; children: ReactNode }): ReactNode => {
  const { trouble } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  if (on === null || now - on < recentMs) return <span className="font-medium">{children}</span>
  return (
    <>
      <span className="font-medium text-quiet">{children}</span>
      <span className="block text-xs text-quiet">{trouble.asOf(moment(new Date(on).toISOString(), now))}</span>
    </>
  )
}

const recentMs = 60_000

export const Swatch = ({ line }: { line: number }): ReactNode => (
  <svg viewBox="0 0 28 4" className="h-1 w-7 shrink-0" aria-hidden="true">
    <line
      x1="0"
      y1="2"
      x2="28"
      y2="2"
      strokeWidth="2.5"
      stroke={`var(${colourOf(line)})`}
      strokeDasharray={dashOf(line).join(' ')}
    />
  </svg>
)

/** What the legend says. The least and the greatest are of all readings, and not only of those that are drawn. */
export const useLegend = (
  series: readonly ChartSeries[],
  { lines, data }: History,
  view: View,
  cursor: number | null,
): readonly LegendLine[] => {
  const { from, till } = coarse(view)
  const paramIds = series.map(({ paramId }) => paramId)
  const extremes = useQuery({
    ...ask('readings', 'minMaxRange', { paramIds, from: new Date(from), till: new Date(till) }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const drawn = useMemo(() => lines.map((line) => extremesOf(line, view.from, view.till)), [lines, view])
  return series.map((one, i) => {
    const [asked, seen] = [extremes.data?.[one.paramId], drawn[i] ?? null]
    const at = cursor ?? (lines[i] === undefined ? -1 : data[0].length - 1)
    return {
      series: one,
      value: valueAt(data[i + 1] ?? [], at),
      on: data[0][placeAt(data[i + 1] ?? [], at)] ?? null,
      lowest: least([asked?.minValue, seen?.min], Math.min),
      highest: least([asked?.maxValue, seen?.max], Math.max),
    }
  })
}

const least = (values: readonly (number | undefined)[], choose: (...of: number[]) => number): number | null => {
  const found = values.filter((value) => value !== undefined)
  return found.length === 0 ? null : choose(...found)
}
