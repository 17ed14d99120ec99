import { Hatches } from '@busbar/charts/bars'
import { CalendarOff, ListTree } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { EnergyBars } from '../figures/energy-bars.tsx'
import { searchOf } from '../figures/period.rules.ts'
import { Choices, PeriodBar } from '../figures/period-bar.tsx'
import { GapNotice } from './gap-notice.tsx'
import { marksOf, type ReportBranch, type ReportData, reportBars } from './report-bars.rules.ts'
import { ReportTable } from './report-table.tsx'
import { type ReportSearch, segmentsOf } from './search.rules.ts'
import { TotalsTable } from './totals-table.tsx'
import { type ReportState, useReport } from './use-report.ts'

export interface ReportViewProps {
  reportId: string
  zone: string
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
}

/** A report in a period: its chart, what it comes to, and every branch by time. */
export const ReportView = ({ reportId, zone, search, onSearch }: ReportViewProps): ReactNode => {
  const { reports, energy } = useTexts()
  const shown = useReport(reportId, zone, search)
  const { period, instants, comparison, segment, now, data } = shown
  const all = segmentsOf(period)
  return (
    <>
      <Hatches />
      <PeriodBar
        zone={zone}
        period={period}
        instants={instants}
        comparison={comparison}
        now={now}
        onPeriod={(next) => {
          const { on: _, to: __, by: ___, ...rest } = search
          onSearch({ ...rest, ...searchOf(next) })
        }}
        onCompare={(vs) => onSearch({ ...search, vs })}
      />
      {all.length > 1 && (
        <div className="-mt-1.5 max-md:mt-0">
          <Choices
            label={reports.cut}
            all={all}
            value={segment}
            texts={reports.segments}
            onChange={(by) => onSearch({ ...search, by })}
          />
        </div>
      )}
      {instants.till <= instants.from ? (
        <Panel title={reports.chart}>
          <EmptyState icon={CalendarOff} title={energy.notYet} help={energy.notYetHelp} />
        </Panel>
      ) : (
        <Loaded query={data}>
          {(found) =>
            found.branches.length === 0 ? (
              <Panel title={reports.chart}>
                <EmptyState icon={ListTree} title={reports.noBranches} help={reports.noBranchesHelp} />
              </Panel>
            ) : (
              <Shown data={found} shown={shown} zone={zone} search={search} onSearch={onSearch} />
            )
          }
        </Loaded>
      )}
    </>
  )
}

interface ShownProps extends Omit<ReportViewProps, 'reportId'> {
  data: ReportData
  shown: ReportState
}

const Shown = ({ data, shown, zone, search, onSearch }: ShownProps): ReactNode => {
  const { reports, energy } = useTexts()
  const { segment, comparison, before, now } = shown
  const root = data.branches.find(({ branchId }) => branchId === search.branch) ?? data.branches[0]
  if (root === undefined) return null
  const bars = reportBars(data, root, now)
  const cadence = segment === 'half-hour' ? 'hour' : segment
  return (
    <div
      className="flex flex-col gap-4 aria-busy:opacity-60"
      aria-busy={shown.data.isPlaceholderData}
      data-report={segment}
    >
      <Panel
        title={root.name}
        badge={<span className="text-sm text-faint">{root.unitName}</span>}
        aside={
          data.branches.length > 1 && (
            <Choice
              label={reports.drawn}
              isLabelHidden
              value={root.branchId}
              options={data.branches.map((one) => [one.branchId, optionText(one)] as const)}
              onChange={(branch) => onSearch({ ...search, branch })}
            />
          )
        }
      >
        <EnergyBars
          zone={zone}
          bars={bars}
          unit={root.unitName ?? null}
          cadence={cadence}
          comparedText={null}
          marks={marksOf(root)}
        />
      </Panel>
      <GapNotice data={data} zone={zone} now={now} />
      <Panel title={reports.totals}>
        <TotalsTable data={data} before={before.data} beforeText={energy.comparisons[comparison]} />
      </Panel>
      <Panel title={reports.byTime[segment]}>
        <ReportTable data={data} zone={zone} segment={segment} now={now} />
      </Panel>
    </div>
  )
}

/** Deeper ones are moved in. */
const optionText = ({ name, level }: ReportBranch): string => `${'\u2003'.repeat(level)}${name}`
