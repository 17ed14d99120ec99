import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { Since } from '../../devices/since.tsx'
import { usePolledDevice } from '../../devices/use-polled-device.ts'
import { useNow } from '../../format/use-now.ts'
import { AgedValue } from '../../params/aged-value.tsx'
import { isFresh, qualityOf } from '../../params/quality.rules.ts'
import { useShownParam } from '../../params/use-shown-param.ts'
import { ValueQuality, type ValueQualityProps } from '../../params/value-quality.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { RowLink } from '../../ui/layout/table.tsx'
import type { Reading } from './freshness.rules.ts'
import { Trend } from './trend.tsx'
import type { Widget } from './use-board.ts'

/** So often a quarter of an hour is complete. */
const quarterMs = 900_000
const deviceStaleMs = 300_000

/** One value: how it is, how it was in the last day, and how old it is. */
export const WidgetCard = ({ widget, reading: { value, readOn } }: { widget: Widget; reading: Reading }): ReactNode => {
  const { dashboards } = useTexts()
  const { id, deviceId, unitName } = widget
  const { name = widget.name, valueText } = useShownParam(deviceId, id)
  const device = useQuery({ ...ask('devices', 'get', { deviceId }), staleTime: deviceStaleMs })
  const net = useQuery({
    ...ask('nets', 'get', { netId: device.data?.netId ?? 0 }),
    enabled: device.data !== undefined,
    staleTime: deviceStaleMs,
  })
  const { device: polled } = usePolledDevice(device.data?.netId, deviceId)
  const rules = { isTracked: true, updatePeriodSec: device.data?.updatePeriodSec ?? 60, device: polled }
  const isKnown = polled !== undefined
  const state = readOn === undefined ? {} : { readOn }
  const day = useQuery({ ...ask('values', 'dashboardData', { paramId: id }), refetchInterval: quarterMs })
  return (
    <>
      <p className="text-sm break-words">
        <RowLink href={`/params/${id}`}>{name}</RowLink>
        <span className="block truncate text-quiet">
          {device.data === undefined ? widget.fullName : [device.data.name, net.data?.name].filter(Boolean).join(' · ')}
        </span>
      </p>
      <p className="leading-tight break-words" data-value={id}>
        {isKnown ? (
          <AgedValue state={state} reading={rules} className="text-2xl font-medium tabular-nums">
            {value === undefined ? '—' : valueText(value)}
            {value !== undefined && unitName !== undefined && (
              <span className="text-base font-normal tracking-normal text-faint">
                {'\u00a0'}
                {unitName}
              </span>
            )}
          </AgedValue>
        ) : (
          <Skeleton className="h-7 w-28" />
        )}
      </p>
      <div className="min-h-10">{day.data && <Trend label={dashboards.lastDay(name)} values={day.data} />}</div>
      <p className="mt-auto flex flex-wrap items-center gap-x-3 text-sm text-quiet">
        {polled?.trouble === undefined ? (
          isKnown && <Age state={state} reading={rules} />
        ) : (
          <Since trouble={polled.trouble} />
        )}
      </p>
    </>
  )
}

/** How good the value is where it is not, and else how old. */
const Age = ({ state, reading }: Pick<ValueQualityProps, 'state' | 'reading'>): ReactNode => {
  const { dashboards } = useTexts()
  const quality = qualityOf(state, reading, useNow())
  if (quality === 'never') return dashboards.notRead
  return isFresh(quality) ? <Ago iso={state.readOn} /> : <ValueQuality state={state} reading={reading} />
}
