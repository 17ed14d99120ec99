import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileChartColumn, ImageUp, Plus } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { ShortName } from '../../ui/layout/short-name.tsx'
import { Value } from '../../ui/layout/value.tsx'
import { useAmount } from '../figures/energy-format.ts'
import { numberOf } from './report-bars.rules.ts'

/** The reports of the organization. */
export const ReportsPage = (): ReactNode => {
  const { reports } = useTexts()
  const { orgId } = useOrg()
  const mayEdit = useHasRole('manager')
  const list = useQuery(apiQuery('reports', 'list', { orgId }))
  return (
    <Page title={reports.title} actions={mayEdit && (list.data?.length ?? 0) > 0 && <NewReport />}>
      <Loaded query={list}>
        {(all) =>
          all.length === 0 ? (
            <Panel title={reports.title}>
              <EmptyState
                icon={FileChartColumn}
                title={reports.none}
                help={reports.noneHelp}
                action={mayEdit && <NewReport />}
              />
            </Panel>
          ) : (
            <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
              {all.map((report) => (
                <ReportCard key={report.id} report={report} hasFigures={all.length <= figuresMax} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {mayEdit && <LogoPanel />}
    </Page>
  )
}

const NewReport = (): ReactNode => {
  const { reports } = useTexts()
  return (
    <Link to="/reports/new" className={buttonClass('primary')}>
      <Plus className="size-4" strokeWidth={1.75} aria-hidden="true" />
      {reports.make}
    </Link>
  )
}

/** Figures of more reports would load too slowly for a list. */
const figuresMax = 12

type Report = AnswerOf<'reports', 'list'>[number]

interface ReportCardProps {
  report: Report
  hasFigures: boolean
}

/** A report with its branches and schedule. */
const ReportCard = ({ report: { id, name, branches }, hasFigures }: ReportCardProps): ReactNode => {
  const { reports, energy } = useTexts()
  const { amount } = useAmount()
  const { moment } = useFormat()
  const now = useNow()
  const mail = useQuery(apiQuery('reportMails', 'get', { reportId: id }))
  const { schedule, nextOn } = mail.data ?? { schedule: null, nextOn: null }
  const month = useQuery({
    ...apiQuery('reportFigures', 'data', { reportId: id, segment: 'month' }),
    enabled: hasFigures,
  })
  const [first] = month.data?.branches ?? []
  const mains = branches.filter(({ parentBranchId }) => parentBranchId === undefined).map((branch) => branch.name)
  return (
    <li className="relative flex flex-col gap-1.5 rounded-card border border-line bg-surface p-4 hover:bg-hover">
      <Link
        to="/reports/$reportId"
        params={{ reportId: id }}
        search={{}}
        className="min-w-0 text-base font-semibold after:absolute after:inset-0 after:rounded-card"
      >
        <ShortName name={name} />
      </Link>
      <p className="line-clamp-2 text-sm text-quiet">{mains.join(', ') || reports.noBranches}</p>
      {hasFigures && month.isPending && <Skeleton className="h-7 w-28" />}
      {first !== undefined && (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Value text={amount(numberOf(first.total), first.unitName)} size="card" />
          <span className="text-xs text-faint">{`${energy.thisMonth} · ${first.name}`}</span>
        </p>
      )}
      <p className="text-xs text-faint">{reports.branchCount({ count: branches.length })}</p>
      {schedule !== null && nextOn !== null && (
        <p className="text-xs text-faint">
          {reports.goesOut({ when: moment(nextOn, now), count: schedule.recipients.length })}
        </p>
      )}
    </li>
  )
}

const bytesMax = 131_072

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** The logo that stands on what the organization prints and mails. */
const LogoPanel = (): ReactNode => {
  const { reports } = useTexts()
  const { orgId } = useOrg()
  const stored = useQuery(apiQuery('logo', 'get', { orgId }))
  const change = useAction('logo', 'change', [['logo']])
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const logo = stored.data?.logo ?? null
  const send = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? []
    if (file === undefined) return
    const isSvg = file.type === 'image/svg+xml'
    const isTaken = (isSvg || file.type === 'image/png') && file.size <= bytesMax
    setProblem(isTaken ? null : reports.logoWrong)
    const data = isTaken ? base64Of(new Uint8Array(await file.arrayBuffer())) : ''
    target.value = ''
    if (isTaken) change.mutate({ orgId, logo: { type: isSvg ? 'image/svg+xml' : 'image/png', data } })
  }
  return (
    <Panel title={reports.logo}>
      <div className="flex flex-wrap items-center gap-4 px-4 pb-4">
        {logo !== null && (
          <img
            alt={reports.logo}
            src={`data:${logo.type};base64,${logo.data}`}
            className="max-h-14 max-w-52 rounded-part border border-line bg-[#fff] p-1.5"
          />
        )}
        <p className="min-w-52 flex-1 text-sm text-quiet">{reports.logoHelp}</p>
        <input
          ref={input}
          type="file"
          accept="image/svg+xml,image/png"
          className="sr-only"
          tabIndex={-1}
          aria-label={reports.logoChoose}
          onChange={(event) => void send(event)}
        />
        <Button icon={ImageUp} isBusy={change.isPending} isChange onClick={() => input.current?.click()}>
          {reports.logoChoose}
        </Button>
        {logo !== null && (
          <Button variant="danger" isChange onClick={() => change.mutate({ orgId, logo: null })}>
            {reports.logoRemove}
          </Button>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="px-4 pb-4 text-sm text-critical-text">
          {problem}
        </p>
      )}
    </Panel>
  )
}
