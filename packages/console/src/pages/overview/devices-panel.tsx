import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { DeviceState } from '../../devices/device-state.tsx'
import { LastGoodRead } from '../../devices/last-good-read.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable, RowLink } from '../../ui/layout/table.tsx'
import { type DeviceRow, isFound, isTrouble } from './health.rules.ts'

type Shown = 'all' | 'trouble'

/** Every device of every network, the worst first. */
export const DevicesPanel = ({ rows, isKnown }: { rows: readonly DeviceRow[]; isKnown: boolean }): ReactNode => {
  const { overview } = useTexts()
  const [shown, setShown] = useState<Shown>('all')
  const [text, setText] = useState('')
  const words = useDeferredValue(text.trim())
  const found = useMemo(
    () => rows.filter((row) => (shown === 'all' || isTrouble(row)) && (words === '' || isFound(row, words))),
    [rows, shown, words],
  )
  const filters = (
    <div className="flex flex-wrap items-center gap-2">
      <input
        type="search"
        aria-label={overview.find}
        placeholder={overview.find}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-h-8 w-44 rounded-part border border-edge bg-field px-2.5 text-sm placeholder:text-faint max-md:min-h-10 max-md:text-lg"
      />
      <Choice
        label={overview.show}
        isLabelHidden
        value={shown}
        options={[
          ['all', overview.showAll],
          ['trouble', overview.showTrouble],
        ]}
        onChange={setShown}
      />
    </div>
  )
  return (
    <Panel title={overview.devices} aside={filters}>
      {found.length > 0 ? (
        <DevicesTable rows={found} />
      ) : isKnown ? (
        <EmptyState title={overview.noDevices} />
      ) : (
        <p className="px-4 py-8">
          <Skeleton className="w-64" />
        </p>
      )}
    </Panel>
  )
}

const DevicesTable = ({ rows }: { rows: readonly DeviceRow[] }): ReactNode => {
  const { common, overview, trouble } = useTexts()
  const { duration, number } = useFormat()
  const columns = useMemo(
    (): Column<DeviceRow>[] => [
      {
        id: 'name',
        title: common.device,
        share: 2,
        cell: ({ id, device }) => <RowLink href={`/devices/${id}`}>{device.name}</RowLink>,
      },
      {
        id: 'state',
        title: common.state,
        share: 1.4,
        cell: ({ device }) => <DeviceState device={device} />,
      },
      { id: 'network', title: common.network, share: 1.4, from: 'tablet', cell: ({ netName }) => netName },
      {
        id: 'unit',
        title: common.unit,
        share: 0.6,
        align: 'right',
        from: 'desktop',
        cell: ({ device }) => number(device.modbusUnitId),
      },
      { id: 'read', title: trouble.lastGoodRead, share: 1.1, cell: ({ device }) => <LastGoodRead device={device} /> },
      {
        id: 'took',
        title: overview.took,
        share: 0.7,
        align: 'right',
        from: 'desktop',
        cell: ({ device: { lastDurationMs } }) => lastDurationMs !== undefined && duration(lastDurationMs),
      },
      { id: 'trouble', title: overview.trouble, share: 2, from: 'tablet', cell: (row) => <Trouble row={row} /> },
    ],
    [common, overview, trouble, duration, number],
  )
  return <DataTable label={overview.devices} rows={rows} columns={columns} rowKey={({ id }) => id} />
}

/** What went wrong, how often, and when it is tried again. */
const Trouble = ({ row: { device } }: { row: DeviceRow }): ReactNode => {
  const texts = useTexts()
  const { overview } = texts
  const { lastError, failures = 0, backOffTill } = device
  if (lastError === undefined && backOffTill === undefined) return null
  const reason = lastError === undefined ? undefined : reasonText(texts, lastError)
  const parts = [reason, failures > 0 ? overview.failures(failures) : undefined].filter((part) => part !== undefined)
  return (
    <span className="text-quiet">
      {parts.join(', ')}
      {backOffTill !== undefined && <NextTry till={backOffTill} />}
    </span>
  )
}

const NextTry = ({ till }: { till: string }): ReactNode => {
  const { overview } = useTexts()
  const { time } = useFormat()
  return <span title={time(till)}>; {overview.nextTry(time(till))}</span>
}
