import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { AlertState } from '../../alerts/alert-state.tsx'
import { LevelMark } from '../../alerts/level-mark.tsx'
import { useMay } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Checkbox, Choice } from '../../ui/forms/fields.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type Column, DataTable, RowLink } from '../../ui/layout/table.tsx'
import { type AlertRow, inOrder, isShown, type Shown, shownOptions } from './alert-rows.rules.ts'
import { BulkBar } from './bulk-bar.tsx'
import { nothing, type Selection, stillThere, toggled, toggledAll } from './selection.rules.ts'

/** Every alert and how it stands, those that are active first. */
export const AllAlerts = ({ rows }: { rows: readonly AlertRow[] }): ReactNode => {
  const { alerts } = useTexts()
  const [shown, setShown] = useState<Shown>('all')
  const [text, setText] = useState('')
  const words = useDeferredValue(text.trim())
  const found = useMemo(() => inOrder(rows).filter((row) => isShown(row, shown, words)), [rows, shown, words])
  const filters = (
    <div className="flex flex-wrap items-center gap-2">
      <input
        type="search"
        aria-label={alerts.find}
        placeholder={alerts.find}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-h-8 w-44 rounded-part border border-edge bg-field px-2.5 text-sm placeholder:text-faint max-md:min-h-10 max-md:text-lg"
      />
      <Choice
        label={alerts.show}
        isLabelHidden
        value={shown}
        options={shownOptions.map((option) => [option, alerts.showOptions[option]] as const)}
        onChange={setShown}
      />
    </div>
  )
  const [selection, setSelection] = useState<Selection>(nothing)
  const mayConfirm = useMay('operator')
  const chosen = stillThere(selection.ids, rows)
  return (
    <Panel title={alerts.all} aside={filters}>
      {chosen.length > 0 && (
        <div className="border-b border-line px-4 py-2">
          <BulkBar alertIds={chosen} onDone={() => setSelection(nothing)} />
        </div>
      )}
      {found.length === 0 ? (
        <EmptyState title={alerts.noneFound} />
      ) : (
        <AlertsTable rows={found} selection={mayConfirm ? selection : null} onSelect={setSelection} />
      )}
    </Panel>
  )
}

interface AlertsTableProps {
  rows: readonly AlertRow[]
  /** Null: the viewer can do nothing to what would be selected. */
  selection: Selection | null
  onSelect: (selection: Selection) => void
}

const AlertsTable = ({ rows, selection, onSelect }: AlertsTableProps): ReactNode => {
  const { alerts, common, holds } = useTexts()
  const shown = useMemo(() => rows.map(({ id }) => id), [rows])
  const isAll = selection !== null && shown.every((id) => selection.ids.has(id))
  const columns = useMemo(
    (): Column<AlertRow>[] => [
      ...(selection === null
        ? []
        : [
            {
              id: 'select',
              title: '✓',
              share: 0.5,
              cell: ({ id, name }: AlertRow) => (
                <input
                  type="checkbox"
                  className="size-4 align-middle accent-accent"
                  aria-label={holds.select(name)}
                  checked={selection.ids.has(id)}
                  // A click of the keyboard has Shift too.
                  onClick={(event) => onSelect(toggled(selection, shown, id, event.shiftKey))}
                  readOnly
                />
              ),
            },
          ]),
      {
        id: 'name',
        title: common.name,
        share: 2.2,
        cell: ({ id, name }) => <RowLink href={`/alerts/${id}`}>{name}</RowLink>,
      },
      { id: 'state', title: common.state, share: 2, cell: (row) => <AlertState alert={row} /> },
      {
        id: 'level',
        title: alerts.level,
        share: 1.5,
        from: 'tablet',
        cell: ({ logAs, isActive }) => <LevelMark level={logAs} isQuiet={!isActive} />,
      },
      { id: 'started', title: alerts.lastBegan, from: 'tablet', cell: ({ startedOn }) => <Ago iso={startedOn} /> },
      {
        id: 'closed',
        title: alerts.lastOver,
        from: 'desktop',
        cell: ({ isActive, closedOn }) => (isActive ? '—' : <Ago iso={closedOn} />),
      },
    ],
    [alerts, common, holds, selection, shown, onSelect],
  )
  return (
    <>
      {selection !== null && (
        <div className="border-b border-line px-4 py-2">
          <Checkbox
            label={holds.selectAll}
            checked={isAll}
            onChange={(event) => onSelect(toggledAll(selection, shown, event.target.checked))}
          />
        </div>
      )}
      <DataTable label={alerts.all} rows={rows} columns={columns} rowKey={({ id }) => id} />
    </>
  )
}
