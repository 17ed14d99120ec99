import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrgOfNet } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { serverTimeOf } from '../../data/state/server-time.ts'
import { type Diagnosis, useDiagnosis } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { unitTone } from '../bus/unit-strip.rules.ts'
import { useFindingWords } from '../findings.tsx'

/** Printable page for the electrician with the problems of a bus and their remedies. */
export const ReportPage = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id/report' })
  const { common, diagnosis: texts, net: netTexts } = useTexts()
  const { time } = useFormat()
  const net = useQuery(apiQuery('nets', 'get', { netId }))
  useOrgOfNet(netId)
  const found = useDiagnosis(netId)
  const when = found.dataUpdatedAt === 0 ? '' : time(new Date(serverTimeOf(found.dataUpdatedAt)).toISOString())
  const reach =
    net.data &&
    (net.data.mac === undefined
      ? netTexts.dialled({ address: `${net.data.ip}:${net.data.port}` })
      : netTexts.calledIn({ mac: net.data.mac }))
  return (
    <Page
      title={net.data?.name ?? common.network}
      facts={when !== '' && `${texts.reportAbout({ when })}${reach === undefined ? '' : ` · ${reach}`}`}
      actions={
        <>
          <Link to="/nets/$id/bus" params={{ id: netId }} className={buttonClass()}>
            {netTexts.busHealth}
          </Link>
          <Button variant="primary" icon={Printer} onClick={() => window.print()}>
            {texts.print}
          </Button>
        </>
      }
    >
      <Loaded query={found}>
        {(data) => (
          <>
            <ReportFindings found={data} />
            <ReportUnits found={data} />
            <p className="flex flex-wrap gap-x-8 gap-y-6 pt-6 text-sm">
              <span className="min-w-64 flex-1 border-t border-line-strong pt-1 text-quiet">{texts.signed}</span>
            </p>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const ReportFindings = ({ found }: { found: Diagnosis }): ReactNode => {
  const { diagnosis: texts } = useTexts()
  const wordsOf = useFindingWords(found)
  return (
    <Panel title={texts.whatToDo}>
      {found.findings.length === 0 && <p className="px-4 pb-4 text-sm">{texts.allWell}</p>}
      {found.findings.map((finding) => {
        const { title, seen, steps } = wordsOf(finding)
        return (
          <section
            key={`${finding.rule} ${finding.unit}`}
            className="break-inside-avoid border-t border-line px-4 py-3"
          >
            <h3 className="text-sm">
              <StateMark tone={finding.level}>{title}</StateMark>
            </h3>
            <p className="mt-1 text-sm text-quiet">{seen}</p>
            <ul className="mt-2 flex flex-col gap-1.5 text-sm">
              {steps.map((step) => (
                <li key={step} className="flex gap-2">
                  <span aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 border border-edge" />
                  {step}
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </Panel>
  )
}

const ReportUnits = ({ found }: { found: Diagnosis }): ReactNode => {
  const { diagnosis: texts } = useTexts()
  const { number, decimal } = useFormat()
  const levels = new Map(found.findings.flatMap(({ unit, level }) => (unit === undefined ? [] : [[unit, level]])))
  const head = 'px-2 py-1 font-medium first:pl-4 last:pr-4'
  return (
    <Panel title={texts.units}>
      <table className="w-full border-collapse text-sm" aria-label={texts.units}>
        <thead>
          <tr className="border-y border-line bg-sunken text-xs text-faint">
            <th scope="col" className={`${head} text-left`}>
              {texts.unitTitle}
            </th>
            <th scope="col" className={`${head} text-right`}>
              {texts.mean}
            </th>
            <th scope="col" className={`${head} text-right max-md:hidden print:table-cell`}>
              {texts.slowest}
            </th>
            <th scope="col" className={`${head} text-right`}>
              {texts.failed}
            </th>
          </tr>
        </thead>
        <tbody>
          {found.units.map((unit) => (
            <tr key={unit.unit} className="break-inside-avoid border-b border-line last:border-b-0">
              <th scope="row" className="px-2 py-1.5 pl-4 text-left font-normal">
                <StateMark tone={unitTone(unit, levels)}>
                  {number(unit.unit)} {unit.devices.map(({ name }) => name).join(', ')}
                </StateMark>
              </th>
              <td className="px-2 py-1.5 text-right whitespace-nowrap">
                {unit.meanMs === null ? '—' : number(Math.round(unit.meanMs), 'ms')}
              </td>
              <td className="px-2 py-1.5 text-right whitespace-nowrap max-md:hidden print:table-cell">
                {unit.slowestMs === null ? '—' : number(Math.round(unit.slowestMs), 'ms')}
              </td>
              <td className="px-2 py-1.5 pr-4 text-right whitespace-nowrap">
                {unit.requests === 0
                  ? texts.notAsked
                  : decimal((unit.failed / unit.requests) * 100, { min: 0, max: 2 }, '%')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
