import { type ReactNode, useMemo } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import type { PolledDevice } from '../../readings/values/trouble.rules.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { type Column, DataTable, RowLink, type Sort } from '../../ui/layout/table.tsx'
import { AvailabilityStrip } from '../availability-strip.tsx'
import { DeviceState, LastGoodRead } from '../device-state.tsx'

type Device = AnswerOf<'nets', 'devices'>[number]

/** A device of a network with how reading of it goes; what is not known yet is missing. */
export interface NetDevice {
  device: Device
  /** Under which it is listed; empty is none. */
  groupName: string
  polled: PolledDevice | undefined
  /** How much of the last day was read. */
  day: AnswerOf<'availability', 'net'>['devices'][number] | undefined
}

export interface NetDevicesProps {
  rows: readonly NetDevice[]
  /** When the day begins. */
  fromMs: number
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

/** Devices with how they are. */
export const NetDevices = ({ rows, fromMs, sort, onSort }: NetDevicesProps): ReactNode => {
  const texts = useTexts()
  const { number, duration } = useFormat()
  const columns = useMemo((): Column<NetDevice>[] => {
    const { common, device: deviceTexts, net, trouble } = texts
    return [
      {
        id: 'name',
        title: common.device,
        share: 2,
        sortBy: ({ device }) => device.name,
        cell: ({ device }) => <RowLink href={`/devices/${device.id}`}>{device.name}</RowLink>,
      },
      {
        id: 'state',
        title: common.state,
        share: 1.4,
        phone: 'value',
        cell: ({ polled }) => (polled === undefined ? <Skeleton /> : <DeviceState device={polled} />),
      },
      {
        id: 'unit',
        title: common.unit,
        align: 'right',
        share: 0.6,
        from: 'tablet',
        phone: 'detail',
        sortBy: ({ device }) => device.modbusUnitId,
        cell: ({ device }) => (
          <>
            <span className="md:hidden">{common.unit} </span>
            {number(device.modbusUnitId)}
          </>
        ),
      },
      {
        id: 'period',
        title: net.period,
        align: 'right',
        share: 0.8,
        from: 'desktop',
        sortBy: ({ device }) => device.updatePeriodSec,
        cell: ({ device }) => duration(device.updatePeriodSec * 1000),
      },
      {
        id: 'day',
        title: deviceTexts.day,
        share: 1.8,
        from: 'tablet',
        sortBy: ({ day }) => day?.share ?? 2,
        cell: ({ day }) => day !== undefined && <DayStrip day={day} fromMs={fromMs} />,
      },
      {
        id: 'read',
        title: trouble.lastGoodRead,
        phone: 'detail',
        sortBy: ({ polled }) => polled?.lastGoodReadOn ?? '',
        cell: ({ polled }) => (polled === undefined ? <Skeleton /> : <LastGoodRead device={polled} />),
      },
      {
        id: 'took',
        title: net.took,
        align: 'right',
        share: 0.8,
        from: 'desktop',
        sortBy: ({ polled }) => polled?.lastDurationMs ?? -1,
        cell: ({ polled }) => polled?.lastDurationMs !== undefined && duration(polled.lastDurationMs),
      },
      {
        id: 'trouble',
        title: texts.overview.trouble,
        share: 1.6,
        from: 'desktop',
        cell: ({ polled }) => polled?.lastError !== undefined && reasonText(texts, polled.lastError),
      },
    ]
  }, [texts, number, duration, fromMs])
  return (
    <DataTable
      label={texts.net.devices}
      rows={rows}
      columns={columns}
      rowKey={({ device }) => device.id}
      group={sort === undefined ? ({ groupName }) => groupName : undefined}
      sort={sort}
      onSort={onSort}
    />
  )
}

const dayMs = 86_400_000

/** How much of a day was read of one device. */
export const DayStrip = ({ day, fromMs }: { day: NonNullable<NetDevice['day']>; fromMs: number }): ReactNode => {
  const { device } = useTexts()
  const steps = useMemo(() => day.shares.map((share) => ({ share })), [day])
  return (
    <AvailabilityStrip
      steps={steps}
      share={day.share}
      fromMs={fromMs}
      stepMs={dayMs / Math.max(1, steps.length)}
      label={`${day.name}, ${device.day}`}
    />
  )
}
