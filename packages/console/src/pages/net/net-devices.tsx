import { type ReactNode, useMemo } from 'react'
import type { AnswerOf } from '../../api/ask.ts'
import { DeviceState } from '../../devices/device-state.tsx'
import { LastGoodRead } from '../../devices/last-good-read.tsx'
import type { PolledDevice } from '../../devices/trouble.rules.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { type Column, DataTable, RowLink } from '../../ui/layout/table.tsx'

type Device = AnswerOf<'nets', 'devices'>[number]
interface Row {
  device: Device
  polled: PolledDevice | undefined
}

/** Devices with how they are. */
export const NetDevices = ({
  devices,
  polled,
}: {
  devices: readonly Device[]
  /** Undefined until it is known. */
  polled: readonly PolledDevice[] | undefined
}): ReactNode => {
  const { net } = useTexts()
  const rows = useMemo(() => {
    const byId = new Map(polled?.map((one) => [one.deviceId, one]))
    return devices.map((device): Row => ({ device, polled: byId.get(device.id) }))
  }, [devices, polled])
  return rows.length === 0 ? <EmptyState title={net.noDevices} help={net.noDevicesHelp} /> : <Table rows={rows} />
}

const Table = ({ rows }: { rows: readonly Row[] }): ReactNode => {
  const texts = useTexts()
  const { number, duration } = useFormat()
  const columns = useMemo((): Column<Row>[] => {
    const { common, net, overview, trouble } = texts
    return [
      {
        id: 'name',
        title: common.device,
        share: 2,
        cell: ({ device }) => <RowLink href={`/devices/${device.id}`}>{device.name}</RowLink>,
      },
      {
        id: 'state',
        title: common.state,
        share: 1.4,
        cell: ({ polled }) => (polled === undefined ? <Skeleton /> : <DeviceState device={polled} />),
      },
      {
        id: 'unit',
        title: common.unit,
        align: 'right',
        share: 0.6,
        from: 'tablet',
        cell: ({ device }) => number(device.modbusUnitId),
      },
      {
        id: 'period',
        title: net.period,
        align: 'right',
        from: 'tablet',
        cell: ({ device }) => duration(device.updatePeriodSec * 1000),
      },
      {
        id: 'read',
        title: trouble.lastGoodRead,
        cell: ({ polled }) => (polled === undefined ? <Skeleton /> : <LastGoodRead device={polled} />),
      },
      {
        id: 'trouble',
        title: overview.trouble,
        share: 2,
        from: 'desktop',
        cell: ({ polled }) => polled?.lastError !== undefined && reasonText(texts, polled.lastError),
      },
    ]
  }, [texts, number, duration])
  return <DataTable label={texts.overview.devices} rows={rows} columns={columns} rowKey={({ device }) => device.id} />
}
