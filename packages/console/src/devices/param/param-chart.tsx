import { linesMax } from '@busbar/charts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useChartSeries } from '../../readings/chart-data/use-chart-series.ts'
import { HistoryChart } from '../../readings/charts/history-chart.tsx'
import { TextTimeline } from '../../readings/charts/text-timeline.tsx'
import { useChartAddress } from '../../readings/charts/use-chart-control.ts'
import { AddToDashboard } from '../../readings/values/add-to-dashboard.tsx'
import { isWritable } from '../../readings/values/is-writable.ts'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useParamStates, useReadBacks } from '../../readings/values/param-states.ts'
import { useValueText } from '../../readings/values/param-text.ts'
import { withReadBack } from '../../readings/values/quality.rules.ts'
import { useReadNow } from '../../readings/values/use-read-now.ts'
import { AgedValue, ValueAge, ValueQuality } from '../../readings/values/value-quality.tsx'
import { WriteDialog } from '../../readings/values/write-dialog.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ListSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Value } from '../../ui/layout/value.tsx'
import { DeviceVerdict } from '../trouble-notice.tsx'
import { usePolledDevice } from '../use-polled-device.ts'
import { ParamPage, type ParamTabProps } from './param-page.tsx'

/** The value now, and its past, with others beside it. The address names them, so that it can be shared. */
export const ParamChartPage = (): ReactNode => <ParamPage tab={Chart} />

const Chart = ({ param, info }: ParamTabProps): ReactNode => (
  <>
    <CurrentValue param={param} info={info} />
    {param.valueType === 'string' ? <TextTimeline paramId={param.id} /> : <History param={param} info={info} />}
  </>
)

const History = ({ param, info }: ParamTabProps): ReactNode => {
  const { charts, param: texts } = useTexts()
  const control = useChartAddress()
  const { and } = control.search
  const paramIds = useMemo(() => [...new Set([param.id, ...(and ?? [])])].slice(0, linesMax), [param.id, and])
  const series = useChartSeries(paramIds)
  const others = paramIds.slice(1)
  const show = (ids: readonly number[]): void => control.change({ and: ids.length === 0 ? undefined : [...ids] })
  return (
    <>
      {!param.isTracked && <Notice>{texts.notTracked}</Notice>}
      {series === null ? (
        <ListSkeleton />
      ) : (
        <HistoryChart
          series={series}
          title={`${info.deviceName}: ${series[0]?.name ?? info.name}`}
          control={control}
          fixedId={param.id}
          onRemove={(id) => show(others.filter((one) => one !== id))}
          footer={
            <div className="flex flex-wrap items-end gap-3">
              <div className="min-w-0 flex-1 md:max-w-md">
                <ParamSearch
                  label={texts.add}
                  paramId="many"
                  isOffered={({ id, isTracked }) => isTracked && !paramIds.includes(id)}
                  isDisabled={paramIds.length >= linesMax}
                  onChoose={({ id }) => show([...others, id])}
                />
              </div>
              <Link to="/explore" search={{ ...control.search, and: paramIds }} className={buttonClass()}>
                <ChartLine className="size-4" strokeWidth={1.75} aria-hidden="true" />
                {charts.explore}
              </Link>
            </div>
          }
        />
      )}
    </>
  )
}

/** Current value of a parameter with its quality and age. */
const CurrentValue = ({ param, info }: ParamTabProps): ReactNode => {
  const { common, device: deviceTexts, param: texts } = useTexts()
  const mayWrite = useHasRole('operator') && isWritable(param)
  const isManager = useHasRole('manager')
  const [isWriting, setIsWriting] = useState(false)
  const device = useQuery(apiQuery('devices', 'get', { deviceId: param.deviceId }))
  const states = useParamStates(param.deviceId, [param.id])
  const readNow = useReadNow([param.id])
  const valueText = useValueText()
  const readBack = useReadBacks().get(param.id)
  const read = (param.isTracked ? undefined : readNow.states[param.id]) ?? states.data?.[param.id] ?? {}
  const state = withReadBack(read, readBack)
  const { device: polled } = usePolledDevice(info.networkId, info.deviceId)
  const reading = { isTracked: param.isTracked, updatePeriodSec: device.data?.updatePeriodSec ?? 60, device: polled }
  const known = (shown: ReactNode, className?: string): ReactNode =>
    states.isPending ? <Skeleton {...(className !== undefined && { className })} /> : shown
  return (
    <>
      {polled !== undefined && <DeviceVerdict device={polled} netId={info.networkId} />}
      <section
        aria-label={texts.current}
        className="flex flex-wrap items-end gap-x-8 gap-y-3 rounded-card border border-line bg-surface px-4 py-3"
      >
        <p className="break-words" aria-live="off">
          {known(
            <AgedValue state={state} reading={reading}>
              <Value text={valueText(param, state)} size="page" />
            </AgedValue>,
            'h-9 w-40',
          )}
        </p>
        <Fact name={deviceTexts.quality}>{known(<ValueQuality state={state} reading={reading} />)}</Fact>
        <Fact name={common.lastRead}>{known(<ValueAge state={state} reading={reading} />)}</Fact>
        <div className="ml-auto flex flex-wrap gap-2">
          {!param.isTracked && (
            <Button disabled={readNow.isReading} onClick={readNow.read}>
              {texts.readNow}
            </Button>
          )}
          {mayWrite && <Button onClick={() => setIsWriting(true)}>{texts.write}</Button>}
          {isManager && <AddToDashboard paramIds={[param.id]} />}
        </div>
        {isWriting && <WriteDialog param={param} state={state} reading={reading} onClose={() => setIsWriting(false)} />}
      </section>
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }): ReactNode => (
  <div className="text-sm">
    <p className="text-xs text-faint">{name}</p>
    <p className="min-h-5">{children}</p>
  </div>
)
