import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useHasRole } from '../data/api/use-org.tsx'
import { useFormat } from '../data/format/use-format.ts'
import { DeviceState, LastGoodRead } from '../devices/device-state.tsx'
import { TagFilter, TagList } from '../devices/tag-filter.tsx'
import { type CardIndex, hasTag, useCards } from '../devices/use-cards.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { reasonText } from '../ui/feedback/error-text.ts'
import { ListSkeleton } from '../ui/feedback/skeleton.tsx'
import { Checkbox, Choice } from '../ui/forms/fields.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { sortOf, sortText } from '../ui/layout/columns.ts'
import { Panel } from '../ui/layout/page.tsx'
import { type Column, DataTable, RowLink } from '../ui/layout/table.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { type DeviceRow, isFound, isTrouble } from './health.rules.ts'

/** Every device of every network, the worst first. */
export const DevicesPanel = ({ rows, isKnown }: { rows: readonly DeviceRow[]; isKnown: boolean }): ReactNode => {
  const { overview } = useTexts()
  const search = useSearch({ from: '/shell/lists/nets/devices' })
  const { q = '', show = 'all' } = search
  const navigate = useNavigate()
  const words = useDeferredValue(q.trim())
  const { tags, devices: cards } = useCards()
  const { tag } = search
  const mayChange = useHasRole('manager')
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const found = useMemo(
    () =>
      rows.filter(
        (row) =>
          (show === 'all' || isTrouble(row)) && (words === '' || isFound(row, words)) && hasTag(cards.get(row.id), tag),
      ),
    [rows, show, words, tag, cards],
  )
  // Devices that are filtered out are not changed.
  const chosen = found.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const filters = (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label={overview.find}
        text={q}
        onText={(text) =>
          void navigate({
            to: '/nets/devices',
            search: { ...search, q: text === '' ? undefined : text },
            replace: true,
          })
        }
      />
      <TagFilter
        tags={tags}
        tag={tag}
        onTag={(next) => void navigate({ to: '/nets/devices', search: { ...search, tag: next }, replace: true })}
      />
      <Choice
        label={overview.show}
        isLabelHidden
        value={show}
        options={[
          ['all', overview.showAll],
          ['trouble', overview.showTrouble],
        ]}
        onChange={(next) =>
          void navigate({
            to: '/nets/devices',
            search: { ...search, show: next === 'all' ? undefined : next },
            replace: true,
          })
        }
      />
    </div>
  )
  return (
    <Panel title={overview.devices} aside={filters}>
      {mayChange && found.length > 0 && (
        <SelectAll
          count={found.length}
          chosen={chosen.length}
          onAll={(isAll) => setSelected(new Set(isAll ? found.map(({ id }) => id) : []))}
        />
      )}
      {chosen.length > 0 && <BulkBar deviceIds={chosen} onClear={() => setSelected(new Set())} />}
      {found.length > 0 ? (
        <DevicesTable rows={found} selected={mayChange ? selected : null} onSelected={setSelected} cards={cards} />
      ) : isKnown ? (
        <EmptyState title={overview.noDevices} />
      ) : (
        <ListSkeleton />
      )}
    </Panel>
  )
}

interface SelectAllProps {
  count: number
  chosen: number
  onAll: (isAll: boolean) => void
}

const SelectAll = ({ count, chosen, onAll }: SelectAllProps): ReactNode => {
  const { many } = useTexts()
  return (
    <div className="border-t border-line px-4 py-2">
      <Checkbox
        label={many.selectAll({ count })}
        checked={chosen === count}
        ref={(box) => {
          if (box !== null) box.indeterminate = chosen > 0 && chosen < count
        }}
        onChange={({ target }) => onAll(target.checked)}
      />
    </div>
  )
}

interface DevicesTableProps {
  rows: readonly DeviceRow[]
  /** Null: nothing can be selected. */
  selected: ReadonlySet<number> | null
  onSelected: (selected: ReadonlySet<number>) => void
  cards: CardIndex['devices']
}

const DevicesTable = ({ rows, selected, onSelected, cards }: DevicesTableProps): ReactNode => {
  const { common, many, overview, trouble } = useTexts()
  const { duration, number } = useFormat()
  const search = useSearch({ from: '/shell/lists/nets/devices' })
  const navigate = useNavigate()
  const columns = useMemo(
    (): Column<DeviceRow>[] => [
      ...(selected === null
        ? []
        : [
            {
              id: 'select',
              title: many.actions,
              isTitleHidden: true,
              share: 0.4,
              phone: 'mark',
              cell: ({ id, device }: DeviceRow) => (
                <input
                  type="checkbox"
                  aria-label={many.select({ name: device.name })}
                  checked={selected.has(id)}
                  onChange={({ target }) => {
                    const next = new Set(selected)
                    if (target.checked) next.add(id)
                    else next.delete(id)
                    onSelected(next)
                  }}
                  className="block size-4 accent-accent max-md:size-6"
                />
              ),
            } as const,
          ]),
      {
        id: 'name',
        title: common.device,
        share: 2,
        phone: 'title',
        sortBy: ({ device }) => device.name,
        cell: ({ id, device }) => (
          <span className="flex min-w-0 items-center gap-2">
            <RowLink href={`/devices/${id}`}>{device.name}</RowLink>
            <TagList tags={cards.get(id)?.tags ?? []} />
          </span>
        ),
      },
      {
        id: 'state',
        title: common.state,
        share: 1.4,
        phone: 'value',
        cell: ({ device }) => <DeviceState device={device} />,
      },
      {
        id: 'network',
        title: common.network,
        share: 1.4,
        from: 'tablet',
        phone: 'detail',
        sortBy: ({ netName }) => netName,
        cell: ({ netName }) => netName,
      },
      {
        id: 'unit',
        title: common.unit,
        share: 0.6,
        align: 'right',
        from: 'desktop',
        cell: ({ device }) => number(device.modbusUnitId),
      },
      {
        id: 'read',
        title: trouble.lastGoodRead,
        share: 1.1,
        sortBy: ({ device }) => device.lastGoodReadOn ?? '',
        cell: ({ device }) => <LastGoodRead device={device} />,
      },
      {
        id: 'took',
        title: overview.took,
        share: 0.7,
        align: 'right',
        from: 'desktop',
        sortBy: ({ device }) => device.lastDurationMs ?? -1,
        cell: ({ device: { lastDurationMs } }) => lastDurationMs !== undefined && duration(lastDurationMs),
      },
      { id: 'trouble', title: overview.trouble, share: 2, from: 'tablet', cell: (row) => <Trouble row={row} /> },
    ],
    [common, many, overview, trouble, duration, number, selected, onSelected, cards],
  )
  return (
    <DataTable
      label={overview.devices}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      sort={sortOf(search.sort)}
      onSort={(next) =>
        void navigate({ to: '/nets/devices', search: { ...search, sort: sortText(next) }, replace: true })
      }
    />
  )
}

/** Error of a device, its count, and the next retry. */
const Trouble = ({ row: { device } }: { row: DeviceRow }): ReactNode => {
  const texts = useTexts()
  const { overview } = texts
  const { lastError, failures = 0, backOffTill } = device
  if (lastError === undefined && backOffTill === undefined) return null
  const reason = lastError === undefined ? undefined : reasonText(texts, lastError)
  const parts = [reason, failures > 0 ? overview.failures({ count: failures }) : undefined].filter(
    (part) => part !== undefined,
  )
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
  return <span title={time(till)}>; {overview.nextTry({ when: time(till) })}</span>
}
