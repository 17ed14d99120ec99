import type { ChartData } from '@busbar/charts'
import { type ChartSeries, fullName, valueAt } from '@busbar/charts'
import type { TimeWindow } from '@busbar/charts/window'
import { at } from '@busbar/kit/at'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { shownRange, shownValue } from './shown-value.ts'

export interface ValuesTableProps {
  series: readonly ChartSeries[]
  data: ChartData
  view: TimeWindow
  /** How a moment is written. */
  moment: (ms: number) => string
  /** The compared period, in words. */
  compared: string | null
  /** Gaps and what happened, as sentences. */
  notes: readonly string[]
}

const rowsMax = 24

/** Places in the data, spread evenly over what is shown; the newest first. */
const indexesIn = (times: readonly number[], { from, till }: TimeWindow): number[] => {
  const shown = times.flatMap((time, i) => (time >= from && time <= till ? [i] : []))
  const step = Math.max(1, shown.length / rowsMax)
  const count = Math.min(rowsMax, shown.length)
  return Array.from({ length: count }, (_, i) => at(shown, shown.length - 1 - Math.floor(i * step)))
}

/** Chart data as text, for screen readers and copying. Created when it is opened. */
export const ValuesTable = (props: ValuesTableProps): ReactNode => {
  const { charts } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="border-t border-line text-sm" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer px-4 py-2.5 text-accent">{charts.asTable}</summary>
      {isOpen && <Rows {...props} />}
    </details>
  )
}

const Rows = ({ series, data, view, moment, compared, notes }: ValuesTableProps): ReactNode => {
  const { charts } = useTexts()
  const format = useFormat()
  const { times, lines, lows, highs, before } = data
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={charts.asTable}>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-y border-line bg-sunken text-left text-xs text-faint">
            <th scope="col" className="px-4 py-1.5 font-medium">
              {charts.time}
            </th>
            {series.map((one) => (
              <th key={one.paramId} scope="col" className="px-4 py-1.5 text-right font-medium">
                {fullName(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {indexesIn(times, view).map((index) => (
            <tr key={index} className="border-b border-line last:border-b-0">
              <td className="px-4 py-1.5 whitespace-nowrap">{moment(at(times, index))}</td>
              {series.map((one, i) => (
                <td key={one.paramId} className="px-4 py-1.5 text-right font-medium whitespace-nowrap">
                  {shownValue(one, valueAt(lines[i] ?? [], index), format)}
                  <span className="block text-xs font-normal text-quiet">
                    {shownRange(one, valueAt(lows[i] ?? [], index), valueAt(highs[i] ?? [], index), format)}
                  </span>
                  {compared !== null && (
                    <span className="block text-xs font-normal text-quiet">
                      {compared}: {shownValue(one, valueAt(before[i] ?? [], index), format)}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {notes.length > 0 && (
        <ul className="flex flex-col gap-1 border-t border-line px-4 py-3">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
