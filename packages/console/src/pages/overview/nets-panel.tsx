import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { LoadMeter } from '../../charts/load-meter.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable } from '../../ui/layout/table.tsx'
import { healthOf } from './health.rules.ts'
import type { NetRow } from './use-overview.ts'

/** Networks: whether they are connected, how full their bus is, how many of their devices are read. */
export const NetsPanel = ({ nets }: { nets: readonly NetRow[] }): ReactNode => {
  const { common, overview } = useTexts()
  const { number } = useFormat()
  const columns = useMemo(
    (): Column<NetRow>[] => [
      { id: 'name', title: common.name, share: 2.6, cell: ({ net }) => <NetLink net={net} /> },
      { id: 'state', title: common.state, share: 2, cell: (row) => <LinkState row={row} /> },
      {
        id: 'since',
        title: common.since,
        share: 1.8,
        from: 'tablet',
        cell: ({ status }) => <Since since={status?.since} />,
      },
      {
        id: 'devices',
        title: overview.devices,
        align: 'right',
        share: 1.3,
        from: 'tablet',
        cell: ({ statistics }) => {
          if (statistics === undefined) return <Skeleton className="w-12" />
          const { devices } = statistics
          if (devices.length === 0) return '—'
          return `${number(devices.filter((one) => healthOf(one) === 'ok').length)} / ${number(devices.length)}`
        },
      },
      {
        id: 'load',
        title: overview.busLoad,
        share: 2.2,
        from: 'tablet',
        cell: ({ statistics }) => {
          const load = statistics?.polling?.busLoad
          return load === undefined ? null : (
            <span title={load > 1 ? overview.busFull : undefined}>
              <LoadMeter label={overview.busLoad} load={load} />
            </span>
          )
        },
      },
    ],
    [common, overview, number],
  )
  return (
    <Panel title={overview.networks}>
      <DataTable label={overview.networks} rows={nets} columns={columns} rowKey={({ net }) => net.id} />
    </Panel>
  )
}

const NetLink = ({ net }: Pick<NetRow, 'net'>): ReactNode => (
  <Link to="/nets/$id" params={{ id: net.id }} className="font-medium underline-offset-4 hover:underline">
    {net.name}
  </Link>
)

const LinkState = ({ row: { status } }: { row: NetRow }): ReactNode => {
  const { health } = useTexts()
  if (status === undefined) return <Skeleton />
  if (status.connected) return <StateMark tone="ok">{health.connected}</StateMark>
  const reason = status.lastError === undefined ? '' : `: ${status.lastError}`
  return (
    <StateMark tone="unknown">
      {health.disconnected}
      {reason}
    </StateMark>
  )
}

const Since = ({ since }: { since: string | undefined }): ReactNode => since !== undefined && <Ago iso={since} />
