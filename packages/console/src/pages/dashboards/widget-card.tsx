import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { useNow } from '../../format/use-now.ts'
import { useShownParam } from '../../params/use-shown-param.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { RowLink } from '../../ui/layout/table.tsx'
import { isStale, type Reading } from './freshness.rules.ts'
import { Trend } from './trend.tsx'
import type { Widget } from './use-board.ts'

/** So often a quarter of an hour is complete. */
const quarterMs = 900_000
const deviceStaleMs = 300_000

/** One value: how it is, how it was in the last day, and how old it is. */
export const WidgetCard = ({ widget, reading: { value, readOn } }: { widget: Widget; reading: Reading }): ReactNode => {
  const { dashboards } = useTexts()
  const { id, deviceId, unitName, deviceDisabledOn } = widget
  const { name = widget.name, valueText } = useShownParam(deviceId, id)
  const device = useQuery({ ...ask('devices', 'get', { deviceId }), staleTime: deviceStaleMs })
  const day = useQuery({ ...ask('values', 'dashboardData', { paramId: id }), refetchInterval: quarterMs })
  return (
    <>
      <p className="text-sm break-words">
        <RowLink href={`/params/${id}`}>{name}</RowLink>
        <span className="block truncate text-quiet">{device.data?.name ?? widget.fullName}</span>
      </p>
      <p className="font-mono text-2xl leading-tight break-words" data-value={id}>
        {value === undefined ? '—' : valueText(value)}
        {value !== undefined && unitName !== undefined && (
          <span className="text-base text-quiet">
            {'\u202f'}
            {unitName}
          </span>
        )}
      </p>
      <div className="min-h-10">{day.data && <Trend label={dashboards.lastDay(name)} values={day.data} />}</div>
      <Age readOn={readOn} periodSec={device.data?.updatePeriodSec} isOff={deviceDisabledOn !== undefined} />
    </>
  )
}

interface AgeProps {
  readOn: string | undefined
  periodSec: number | undefined
  isOff: boolean
}

/** How old the value is, with a mark when it is older than it may be. */
const Age = ({ readOn, periodSec, isOff }: AgeProps): ReactNode => {
  const { dashboards } = useTexts()
  const now = useNow()
  const isOld = periodSec !== undefined && isStale(readOn, periodSec, now)
  return (
    <p className="mt-auto flex flex-wrap items-center gap-x-3 text-sm text-quiet">
      {isOff && <StateMark tone="off">{dashboards.deviceOff}</StateMark>}
      {!isOff && isOld && <StateMark tone="warn">{dashboards.stale}</StateMark>}
      {readOn === undefined ? dashboards.notRead : <Ago iso={readOn} />}
    </p>
  )
}
