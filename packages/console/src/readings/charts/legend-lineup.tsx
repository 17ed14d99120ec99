import { fullName } from '@busbar/charts'
import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { LastValue } from './last-value.tsx'
import type { LegendLine } from './legend-lines.ts'
import { shownValue } from './shown-value.ts'
import { Swatch } from './swatch.tsx'

/** The lines of a small chart: each with its name and what it said last. */
export const LegendLineup = ({ lines }: { lines: readonly LegendLine[] }): ReactNode => {
  const { charts } = useTexts()
  const format = useFormat()
  const shown = lines.filter(({ isShown }) => isShown)
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 px-4 pt-1 pb-3 text-sm" aria-label={charts.legend}>
      {shown.map(({ series, line, figures }) => (
        <li key={series.paramId} className="flex items-center gap-2">
          <Swatch line={line} />
          <span className="text-quiet">{fullName(series)}</span>
          <span>
            <LastValue on={figures?.lastOn ?? null}>{shownValue(series, figures?.last ?? null, format)}</LastValue>
          </span>
        </li>
      ))}
    </ul>
  )
}
