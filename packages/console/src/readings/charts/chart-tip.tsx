import type { ChartData } from '@busbar/charts'
import { type ChartSeries, fullName, valueAt } from '@busbar/charts'
import type { CSSProperties, ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { shownRange, shownValue } from './shown-value.ts'
import { Swatch } from './swatch.tsx'

export interface ChartTipProps {
  /** Those that are drawn, in the order of the data, each with its place among all. */
  series: readonly { series: ChartSeries; line: number }[]
  data: ChartData
  /** Which of the times. */
  index: number
  leftPx: number
  /** Of the chart. */
  widthPx: number
  when: string
  /** How much time a point stands for. */
  interval: string
  /** The compared period, in words. */
  compared: string | null
  /** What happened there, and why something is missing. */
  notes: readonly string[]
}

/** A narrower chart has no room beside the cursor. */
const roomyPx = 560
/** Of more lines the tip would hide the chart. */
const linesMax = 12

/** On the side of the cursor where there is more room, or at that side of the chart. */
const tipPosition = (leftPx: number, widthPx: number): CSSProperties => {
  const isLeft = leftPx > widthPx / 2
  if (widthPx < roomyPx) return isLeft ? { left: 8 } : { right: 8 }
  return { left: leftPx, transform: isLeft ? 'translateX(calc(-100% - 4px))' : 'translateX(20px)' }
}

/** What is drawn where the chart is pointed at: the mean of a step with its least and greatest, and what happened. Who does not see it has the table. */
export const ChartTip = (props: ChartTipProps): ReactNode => {
  const { series, data, index, leftPx, widthPx, when, interval, compared, notes } = props
  const format = useFormat()
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-8 z-10 max-w-80 rounded-card border border-line-strong bg-floating px-3 py-2 text-sm shadow-menu"
      style={tipPosition(leftPx, widthPx)}
    >
      <p className="flex items-baseline justify-between gap-4 text-quiet">
        <span className="font-semibold text-ink">{when}</span>
        <span className="text-xs whitespace-nowrap">{interval}</span>
      </p>
      <table className="mt-1 w-full border-collapse">
        <tbody>
          {series.slice(0, linesMax).map(({ series: one, line }, i) => {
            const range = shownRange(
              one,
              valueAt(data.lows[i] ?? [], index),
              valueAt(data.highs[i] ?? [], index),
              format,
            )
            return (
              <tr key={one.paramId} className="align-baseline">
                <td className="py-0.5 pr-2">
                  <Swatch line={line} />
                </td>
                <td className="py-0.5 pr-3 break-words">{series.length > 1 ? fullName(one) : one.name}</td>
                <td className="py-0.5 text-right whitespace-nowrap">
                  <span className="font-semibold">{shownValue(one, valueAt(data.lines[i] ?? [], index), format)}</span>
                  {range !== '' && <span className="block text-xs text-quiet">{range}</span>}
                  {compared !== null && (
                    <span className="block text-xs text-quiet">
                      {compared}: {shownValue(one, valueAt(data.before[i] ?? [], index), format)}
                    </span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note} className="mt-1 border-t border-line pt-1 text-xs text-quiet">
          {note}
        </p>
      ))}
    </div>
  )
}
