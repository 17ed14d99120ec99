import { type ReactNode, useMemo } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { HistoryChart } from '../../readings/charts/history-chart.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Panel } from '../../ui/layout/page.tsx'

type Widgets = AnswerOf<'values', 'widgets'>

const linesMax = 3

/** The first values of a device that have the same unit, as they go. */
export const FirstChart = ({ deviceId, rows }: { deviceId: number; rows: Widgets }): ReactNode => {
  const { newNet } = useTexts()
  const lines = rows.filter(({ lastValue }) => lastValue !== undefined && !Number.isNaN(Number(lastValue)))
  const unit = lines[0]?.unitName
  const ids = lines
    .filter(({ unitName }) => unitName === unit)
    .slice(0, linesMax)
    .map(({ paramId }) => paramId)
    .join(' ')
  const series = useMemo(
    () =>
      ids.split(' ').flatMap((text) => {
        const row = rows.find(({ paramId }) => String(paramId) === text)
        return row === undefined ? [] : [{ paramId: row.paramId, deviceId, name: row.name ?? text, unit: row.unitName }]
      }),
    // The rows change with every reading, the lines do not.
    [ids, deviceId],
  )
  return (
    <Panel title={newNet.chart}>
      <HistoryChart series={series} heightPx={240} spanMs={minutesMs} variant="plot" />
    </Panel>
  )
}

/** Short enough that the first readings form a line. */
const minutesMs = 300_000
