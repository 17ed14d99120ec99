import { Hatches } from '@busbar/charts/bars'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useSession } from '../../data/state/session.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { useNamePage } from '../../ui/layout/page-title.ts'
import { EnergyBars } from '../figures/energy-bars.tsx'
import { useDates } from '../figures/energy-format.ts'
import { GapNotice } from './gap-notice.tsx'
import './print.css'
import { marksOf, type ReportData, reportBars } from './report-bars.rules.ts'
import { ReportTable } from './report-table.tsx'
import { TotalsTable } from './totals-table.tsx'
import { type ReportState, useReport } from './use-report.ts'

/** Columns beside the time that fit on a page. */
const columnsMax = 5

/** A report as it is printed: A4, with everything that the page of the report shows. */
export const PrintReportPage = (): ReactNode => {
  const { reports } = useTexts()
  const { orgId } = useOrg()
  const { reportId } = useParams({ from: '/shell/reports/$reportId/print' })
  const search = useSearch({ from: '/shell/reports/$reportId/print' })
  const zone = useQuery(apiQuery('reports', 'timeZone', { orgId }))
  return (
    <div className="report-print-page">
      <div className="mx-auto flex max-w-[210mm] flex-wrap justify-between gap-2 px-4 py-3 print:hidden">
        <Link to="/reports/$reportId" params={{ reportId }} search={search} className={buttonClass()}>
          {reports.show}
        </Link>
        <Button variant="primary" icon={Printer} onClick={() => window.print()}>
          {reports.print}
        </Button>
      </div>
      <Loaded query={zone}>{({ timeZone }) => <Sheet zone={timeZone} />}</Loaded>
    </div>
  )
}

const Sheet = ({ zone }: { zone: string }): ReactNode => {
  const { reportId } = useParams({ from: '/shell/reports/$reportId/print' })
  const search = useSearch({ from: '/shell/reports/$reportId/print' })
  const shown = useReport(reportId, zone, search)
  return (
    <article className="report-sheet">
      <Hatches />
      <Loaded query={shown.data}>{(data) => <Printed data={data} shown={shown} zone={zone} />}</Loaded>
    </article>
  )
}

const Printed = ({ data, shown, zone }: { data: ReportData; shown: ReportState; zone: string }): ReactNode => {
  const { reports, energy } = useTexts()
  const { orgId } = useOrg()
  const dates = useDates(zone)
  const user = useSession()?.email
  const logo = useQuery(apiQuery('logo', 'get', { orgId })).data?.logo ?? null
  const { period, segment, comparison, before, now } = shown
  const [root] = data.branches
  useNamePage(data.name)
  const tables = Array.from({ length: Math.ceil(data.branches.length / columnsMax) }, (_, at) =>
    data.branches.slice(at * columnsMax, (at + 1) * columnsMax),
  )
  return (
    <>
      <header className="report-sheet-head">
        {logo !== null && (
          <img alt="" src={`data:${logo.type};base64,${logo.data}`} className="max-h-[12mm] max-w-[50mm]" />
        )}
        <span>{data.orgName}</span>
      </header>
      <h1 className="mt-3 text-xl">{data.name}</h1>
      <p className="mb-3 text-sm text-quiet">{`${dates.period(period)} · ${reports.byTime[segment]} · ${zone}`}</p>
      <h2 className="text-base font-semibold">{reports.totals}</h2>
      <TotalsTable data={data} before={before.data} beforeText={energy.comparisons[comparison]} />
      {root !== undefined && (
        <figure className="report-sheet-chart">
          <EnergyBars
            zone={zone}
            bars={reportBars(data, root, now)}
            unit={root.unitName ?? null}
            cadence={segment === 'half-hour' ? 'hour' : segment}
            comparedText={null}
            marks={marksOf(root)}
          />
          <figcaption className="px-4 text-xs text-quiet">{root.name}</figcaption>
        </figure>
      )}
      {tables.map((branches) => (
        <section key={branches[0]?.branchId}>
          <h2 className="mt-3 text-base font-semibold">{reports.byTime[segment]}</h2>
          <ReportTable data={data} zone={zone} segment={segment} now={now} branches={branches} />
        </section>
      ))}
      <div className="mt-3 flex flex-col gap-2">
        <GapNotice data={data} zone={zone} now={now} />
      </div>
      <p className="mt-3 text-xs text-quiet">{reports.printNote}</p>
      <footer className="mt-3 border-t border-line pt-1.5 text-xs text-quiet">
        {reports.made({ when: dates.exact(now), who: user ?? '' })}
      </footer>
    </>
  )
}
