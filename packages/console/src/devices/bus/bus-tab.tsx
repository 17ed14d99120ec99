import { Link, useParams } from '@tanstack/react-router'
import { Lock, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { type Diagnosis, useDiagnosis } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable, RowLink } from '../../ui/layout/table.tsx'
import { AvailabilityStrip } from '../availability-strip.tsx'
import { FailedReads } from '../device-state.tsx'
import { Findings } from '../findings.tsx'
import { DayStrip } from '../net/net-devices.tsx'
import { useNetAvailability, useNetStatistics } from '../net/use-net-statistics.ts'
import { sharePercent } from '../strip.rules.ts'
import { RequestsPanel } from './requests-panel.tsx'
import { UnitsPanel } from './units-panel.tsx'

const loadMax = 0.9

/** How much of the line's time is taken, and what happens with another ten devices. */
const BudgetPanel = ({ found: { budget, measuredSec } }: { found: Diagnosis }): ReactNode => {
  const { diagnosis: texts } = useTexts()
  const { decimal, span } = useFormat()
  const { load, perDevice, withTenMore, roomFor } = budget
  return (
    <Panel title={texts.budget}>
      {measuredSec === 0 ? (
        <EmptyState title={texts.notMeasured} />
      ) : (
        <>
          <Facts
            facts={[
              [texts.load, <LoadMeter key="load" label={texts.load} load={load} />],
              [texts.perDevice, perDevice === null ? '—' : decimal(perDevice * 100, { min: 2, max: 2 }, '%')],
              [
                texts.withTen,
                withTenMore === null ? '—' : <LoadMeter key="ten" label={texts.withTen} load={withTenMore} />,
              ],
              [texts.roomFor, roomFor === null ? '—' : texts.devicesMore({ count: roomFor })],
            ]}
          />
          {withTenMore !== null && withTenMore > loadMax && (
            <div className="px-4 pb-3">
              <Notice>{texts.tenTooMany}</Notice>
            </div>
          )}
          <p className="px-4 pb-3 text-xs text-faint">{texts.measured({ span: span(measuredSec * 1000) })}</p>
        </>
      )}
    </Panel>
  )
}

type Availability = AnswerOf<'availability', 'net'>
type Row = Availability['devices'][number]

const dayMs = 86_400_000

/** How the bus does: how much of a day and a month was read, of which device how much, and what failed. */
export const BusTab = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id' })
  const { device, diagnosis, net } = useTexts()
  const isManager = useHasRole('manager')
  const judged = useDiagnosis(netId)
  const statistics = useNetStatistics(netId)
  const day = useNetAvailability(netId, 1, 48)
  const month = useNetAvailability(netId, 30, 30)
  return (
    <>
      <Loaded query={judged}>
        {(data) => (
          <>
            <Findings found={data} />
            <UnitsPanel found={data} />
          </>
        )}
      </Loaded>
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_20rem]">
        {isManager ? (
          <RequestsPanel units={judged.data?.units ?? []} />
        ) : (
          <Panel title={diagnosis.requests}>
            <EmptyState icon={Lock} title={diagnosis.managersOnly} />
          </Panel>
        )}
        <div className="flex min-w-0 flex-col gap-4">
          {judged.data && <BudgetPanel found={judged.data} />}
          <Link to="/nets/$id/report" params={{ id: netId }} className={buttonClass()}>
            <Printer className="size-4" strokeWidth={1.75} aria-hidden="true" />
            {diagnosis.report}
          </Link>
        </div>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={device.day}>
          <Loaded query={day}>{(found) => <Read found={found} days={1} label={device.day} />}</Loaded>
        </Panel>
        <Panel title={device.month}>
          <Loaded query={month}>{(found) => <Read found={found} days={30} label={device.month} />}</Loaded>
        </Panel>
        <Panel title={net.polling}>
          <Loaded query={statistics}>{({ polling }) => <PollingPanel polling={polling} />}</Loaded>
        </Panel>
        <Panel title={net.failedInDay}>
          <Loaded query={day}>{({ steps }) => <FailedReads steps={steps} />}</Loaded>
        </Panel>
      </div>
      <Panel title={net.devices}>
        <Loaded query={day}>{(found) => <DevicesRead found={found} month={month.data} />}</Loaded>
      </Panel>
    </>
  )
}

const Read = ({ found, days, label }: { found: Availability; days: number; label: string }): ReactNode => {
  const { device } = useTexts()
  const { number } = useFormat()
  return (
    <div className="px-4 pb-4">
      <p className="pb-2 text-sm text-quiet">
        {found.share === null ? device.notAsked : device.readShare({ percent: number(sharePercent(found.share)) })}
      </p>
      <AvailabilityStrip
        steps={found.steps}
        share={found.share}
        fromMs={Date.parse(found.steps[0]?.from ?? '')}
        stepMs={(days * dayMs) / Math.max(1, found.steps.length)}
        label={label}
        className="h-8"
      />
    </div>
  )
}

const DevicesRead = ({ found, month }: { found: Availability; month: Availability | undefined }): ReactNode => {
  const { common, device, net } = useTexts()
  const { number } = useFormat()
  const fromMs = Date.parse(found.steps[0]?.from ?? '')
  const monthOf = new Map(month?.devices.map(({ deviceId, share }) => [deviceId, share]))
  const percent = (share: number | null | undefined): string =>
    share == null ? '—' : `${number(sharePercent(share))}\u00a0%`
  const columns: Column<Row>[] = [
    {
      id: 'name',
      title: common.device,
      share: 2,
      cell: ({ deviceId, name }) => <RowLink href={`/devices/${deviceId}/diagnostics`}>{name}</RowLink>,
    },
    { id: 'day', title: device.day, share: 3, phone: 'detail', cell: (row) => <DayStrip day={row} fromMs={fromMs} /> },
    { id: 'share', title: net.readInDay, align: 'right', cell: ({ share }) => percent(share) },
    {
      id: 'month',
      title: net.readInMonth,
      align: 'right',
      from: 'tablet',
      cell: ({ deviceId }) => percent(monthOf.get(deviceId)),
    },
  ]
  if (found.devices.length === 0) return <EmptyState title={net.noDevices} help={net.noDevicesHelp} />
  return <DataTable label={net.devices} rows={found.devices} columns={columns} rowKey={({ deviceId }) => deviceId} />
}

type PollingStatistics = NonNullable<AnswerOf<'links', 'statistics'>['polling']>

/** How reading a network goes since the service was started. */
const PollingPanel = ({ polling }: { polling: PollingStatistics | undefined }): ReactNode => {
  const { net } = useTexts()
  if (polling === undefined) return <EmptyState title={net.notPolled} />
  return (
    <>
      {(polling.busLoad ?? 0) > 1 && (
        <div className="px-4 pb-2">
          <Notice tone="warning">{net.busFull}</Notice>
        </div>
      )}
      <PollingFacts polling={polling} />
    </>
  )
}

const PollingFacts = ({ polling }: { polling: PollingStatistics }): ReactNode => {
  const texts = useTexts()
  const { common, net } = texts
  const { duration, number } = useFormat()
  const ms = (value: number | undefined): string => (value === undefined ? '—' : duration(value))
  const failures = Object.entries(polling.failures).filter(([, count]) => count > 0)
  return (
    <Facts
      facts={[
        [
          net.busLoad,
          polling.busLoad === undefined ? '—' : <LoadMeter key="load" label={net.busLoad} load={polling.busLoad} />,
        ],
        [net.cycle, ms(polling.predictedCycleMs)],
        [net.lastCycle, duration(polling.lastCycleMs)],
        [net.lag, duration(polling.lagP99Ms)],
        [net.requests, number(polling.requestsPerCycle)],
        [net.exchange, ms(polling.meanExchangeMs)],
        [net.polls, number(polling.polls)],
        [net.skipped, number(polling.skipped)],
        [net.readings, number(polling.readings)],
        [
          net.failures,
          failures.length === 0 ? (
            common.none
          ) : (
            <ul key="failures">
              {failures.map(([reason, count]) => (
                <li key={reason}>
                  {reasonText(texts, reason)}: {number(count)}
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  )
}

interface LoadMeterProps {
  label: string
  /** 1 is full; more than that is too much. */
  load: number
}

const warnFrom = 0.8

/** How much of something is used, as a bar with its number. */
const LoadMeter = ({ label, load }: LoadMeterProps): ReactNode => {
  const { percent } = useFormat()
  const colour = load > 1 ? 'bg-critical' : load > warnFrom ? 'bg-warning' : 'bg-muted'
  return (
    <span className="flex items-center gap-2">
      <span
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.round(load * 100))}
        aria-valuetext={percent(load)}
        className="h-1.5 w-16 shrink-0 overflow-hidden rounded-full bg-pressed"
      >
        <span className={`block h-full ${colour}`} style={{ width: `${Math.min(100, load * 100)}%` }} />
      </span>
      <span className="text-quiet">{percent(load)}</span>
    </span>
  )
}
