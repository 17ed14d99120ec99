import type { CSSProperties, ReactNode } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { type Aligned, partsOf } from './data/align.rules.ts'
import type { ChartSeries } from './data/chart-series.ts'
import { valueAt } from './data/merge.rules.ts'
import { Swatch } from './legend.tsx'
import { shownValue } from './shown-value.ts'

export interface ChartTipProps {
  series: readonly ChartSeries[]
  data: Aligned
  /** Which of the times. */
  place: number
  leftPx: number
  /** Of the chart. */
  widthPx: number
  when: string
}

/** A narrower chart has no room beside the cursor. */
const roomyPx = 560

/** On the side of the cursor where there is more room, or at that side of the chart. */
const placeOf = (leftPx: number, widthPx: number): CSSProperties => {
  const isLeft = leftPx > widthPx / 2
  if (widthPx < roomyPx) return isLeft ? { left: 8 } : { right: 8 }
  return { left: leftPx, transform: isLeft ? 'translateX(calc(-100% - 4px))' : 'translateX(20px)' }
}

/** What is drawn where the chart is pointed at: the least, the mean and the greatest of a step. Who does not see it has the table. */
export const ChartTip = ({ series, data, place, leftPx, widthPx, when }: ChartTipProps): ReactNode => {
  const { charts } = useTexts()
  const format = useFormat()
  const { lines, lows, highs } = partsOf(data, series.length)
  const isMeanShown = series.some(({ isStepped }) => isStepped !== true)
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-2 z-10 rounded border border-line bg-surface px-2 py-1.5 text-xs shadow-sm"
      style={placeOf(leftPx, widthPx)}
    >
      <p className="text-quiet">{when}</p>
      <table className="mt-1 border-collapse">
        <thead>
          <tr className="text-right text-quiet">
            <th />
            <th className="pl-2 font-normal">{charts.lowest}</th>
            <th className="pl-2 font-normal">{isMeanShown ? charts.mean : charts.value}</th>
            <th className="pl-2 font-normal">{charts.highest}</th>
          </tr>
        </thead>
        <tbody>
          {series.map((one, i) => (
            <tr key={one.paramId} className="text-right font-medium whitespace-nowrap">
              <td>
                <Swatch line={i} />
              </td>
              <td className="pl-2">{shownValue(one, valueAt(lows[i] ?? [], place), format)}</td>
              <td className="pl-2 text-ink">{shownValue(one, valueAt(lines[i] ?? [], place), format)}</td>
              <td className="pl-2">{shownValue(one, valueAt(highs[i] ?? [], place), format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
