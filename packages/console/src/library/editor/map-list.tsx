import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { StateShape } from '../../ui/feedback/state-mark.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { useRowWindow } from '../../ui/layout/use-row-window.ts'
import { cellFields, choicesOf, kindOfCell, type MapRow } from '../register-map/cells.rules.ts'
import type { MapGridProps } from './map-grid.tsx'
import { useProblemText } from './problem-line.tsx'
import type { MapDraft } from './use-map-draft.ts'

type MapListProps = Omit<MapGridProps, 'fields' | 'onCursor' | 'deviceValues'> & {
  onCursor: (cursor: MapGridProps['cursor']) => void
}

const rowPx = 60

/** A register map on a phone: a line opens as a form. */
export const MapList = ({ rows, draft, isReadOnly, cursor, onCursor }: MapListProps): ReactNode => {
  const { library } = useTexts()
  const box = useRef<HTMLUListElement>(null)
  const { start, end } = useRowWindow(box, rows.length, rowPx)
  const open = draft.rows.find(({ key }) => key === cursor?.key)
  return (
    <>
      <ul ref={box} aria-label={library.grid} className="border-t border-line text-sm">
        {start > 0 && <li aria-hidden="true" role="presentation" style={{ height: start * rowPx }} />}
        {rows.slice(start, end).map((row) => (
          <li key={row.key} className="border-b border-line last:border-b-0" style={{ height: rowPx }}>
            <button
              type="button"
              onClick={() => onCursor({ key: row.key, field: 'name' })}
              className="flex size-full items-center gap-3 px-4 text-left active:bg-pressed"
            >
              {draft.read.problems.has(row.key) && <StateShape tone="critical" />}
              <span className="min-w-0 flex-1">
                <span className="block truncate text-base font-medium">{row.cells.name || library.unnamed}</span>
                <span className="block truncate font-mono text-xs text-quiet">
                  {row.cells.registerKind} {row.cells.address} {row.cells.valueType} {row.cells.order}
                </span>
              </span>
              <span className="shrink-0 text-quiet">{row.cells.unitName}</span>
            </button>
          </li>
        ))}
        {end < rows.length && (
          <li aria-hidden="true" role="presentation" style={{ height: (rows.length - end) * rowPx }} />
        )}
      </ul>
      <Dialog
        title={open === undefined ? '' : library.line({ name: open.cells.name || library.unnamed })}
        isOpen={open !== undefined}
        onClose={() => onCursor(null)}
      >
        {open !== undefined && (
          <LineForm row={open} draft={draft} isReadOnly={isReadOnly} onGone={() => onCursor(null)} />
        )}
      </Dialog>
    </>
  )
}

interface LineFormProps {
  row: MapRow
  draft: MapDraft
  isReadOnly: boolean
  onGone: () => void
}

const LineForm = ({ row, draft, isReadOnly, onGone }: LineFormProps): ReactNode => {
  const { library } = useTexts()
  const problemText = useProblemText()
  const words: Readonly<Record<string, string>> = { true: library.yes, false: library.no }
  const problems = draft.read.problems.get(row.key) ?? {}
  return (
    <div className="flex flex-col gap-3">
      <fieldset disabled={isReadOnly} className="grid gap-3">
        {cellFields.map((field) => {
          const problem = problems[field]
          const kind = kindOfCell[field]
          return kind === 'choice' || kind === 'flag' ? (
            <Choice
              key={field}
              label={library.fields[field]}
              value={row.cells[field]}
              options={choicesOf(field).map((one) => [one, words[one] ?? one] as const)}
              onChange={(text) => draft.setCell(row.key, field, text)}
            />
          ) : (
            <TextField
              key={field}
              label={library.fields[field]}
              value={row.cells[field]}
              maxLength={5000}
              error={problem === undefined ? undefined : problemText(problem)}
              onChange={({ target }) => draft.setCell(row.key, field, target.value)}
            />
          )
        })}
      </fieldset>
      {!isReadOnly && (
        <div className="flex flex-wrap gap-2">
          <Button icon={ArrowUp} onClick={() => draft.move(row.key, -1)}>
            {library.moveUp}
          </Button>
          <Button icon={ArrowDown} onClick={() => draft.move(row.key, 1)}>
            {library.moveDown}
          </Button>
          <Button
            variant="danger"
            icon={Trash2}
            onClick={() => {
              draft.remove(row.key)
              onGone()
            }}
          >
            {library.remove}
          </Button>
        </div>
      )}
    </div>
  )
}
