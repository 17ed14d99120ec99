import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../../api/ask.ts'
import { linesMax } from '../../charts/data/chart-series.ts'
import { useChartSeries } from '../../charts/data/use-chart-series.ts'
import { HistoryChart } from '../../charts/history-chart.tsx'
import { ParamSearch } from '../../params/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Panel } from '../../ui/layout/page.tsx'

/** The past of a parameter, and of others beside it. The address names them, so that it can be shared. */
export const ParamChart = ({ param }: { param: AnswerOf<'devices', 'params'>[number] }): ReactNode => {
  const { charts, common, param: texts } = useTexts()
  const { and = [] } = useSearch({ from: '/shell/params/$id' })
  const navigate = useNavigate()
  const paramIds = [...new Set([param.id, ...and])].slice(0, linesMax)
  const series = useChartSeries(paramIds)
  const show = (others: readonly number[]): void =>
    void navigate({
      to: '/params/$id',
      params: { id: param.id },
      search: others.length === 0 ? {} : { and: [...others] },
      replace: true,
      resetScroll: false,
    })
  const others = paramIds.slice(1)
  return (
    <Panel title={charts.history}>
      {!param.isTracked && <Notice>{texts.notTracked}</Notice>}
      {series === null ? (
        <p role="status" className="px-4 py-8 text-quiet">
          {common.loading}
        </p>
      ) : (
        <HistoryChart series={series} fixedId={param.id} onRemove={(id) => show(others.filter((one) => one !== id))} />
      )}
      <div className="max-w-md px-4 pt-2 pb-4">
        <ParamSearch
          label={texts.add}
          paramId="many"
          isOffered={({ id, isTracked }) => isTracked && !paramIds.includes(id)}
          isDisabled={paramIds.length >= linesMax}
          onChoose={({ id }) => show([...others, id])}
        />
      </div>
    </Panel>
  )
}
