import { type ReactNode, useMemo } from 'react'
import type { AnswerOf } from '../../api/ask.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { healthOf, type PolledDevice, tones } from '../../ui/feedback/device-health.rules.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
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
  polled: readonly PolledDevice[]
}): ReactNode => {
  const { net } = useTexts()
  const rows = useMemo(() => {
    const byId = new Map(polled.map((one) => [one.deviceId, one]))
    return devices.map((device): Row => ({ device, polled: byId.get(device.id) }))
  }, [devices, polled])
  return rows.length === 0 ? <EmptyState title={net.noDevices} help={net.noDevicesHelp} /> : <Table rows={rows} />
}

const Table = ({ rows }: { rows: readonly Row[] }): ReactNode => {
  const texts = useTexts()
  const { number, duration } = useFormat()
  const columns = useMemo((): Column<Row>[] => {
    const { common, health, net, overview } = texts
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
        cell: ({ polled }) =>
          polled !== undefined && <StateMark tone={tones[healthOf(polled)]}>{health[healthOf(polled)]}</StateMark>,
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
      { id: 'read', title: common.lastRead, cell: ({ polled }) => <Ago iso={polled?.lastPollOn} /> },
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
