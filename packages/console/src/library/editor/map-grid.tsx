import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { tableOf } from '../../data/format/table-of.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useRowWindow } from '../../ui/layout/use-row-window.ts'
import { type CellField, kindOfCell, type MapRow } from '../register-map/cells.rules.ts'
import type { MapValue } from '../register-map/read-plan.rules.ts'
import { shortValue } from '../register-map/variants.rules.ts'
import { CellInput } from './cell-input.tsx'
import type { Cursor } from './cursor.ts'
import { useProblemText } from './problem-line.tsx'
import type { MapDraft } from './use-map-draft.ts'

export interface MapGridProps {
  rows: readonly MapRow[]
  fields: readonly CellField[]
  draft: MapDraft
  isReadOnly: boolean
  cursor: Cursor | null
  onCursor: (cursor: Cursor) => void
  /** Values of a device, in a column with its name. */
  deviceValues: { name: string; values: ReadonlyMap<number, MapValue> } | null
}

const rowPx = 34
const deviceValuesShare = 1.8
const shares: Readonly<Partial<Record<CellField, number>>> = {
  address: 1.45,
  name: 2.3,
  enum: 3,
  description: 3,
  category: 1.6,
  label: 1.5,
  nanValues: 1.6,
  registerKind: 1.4,
  valueType: 0.9,
  precision: 1.6,
  isTracked: 1.4,
}
const isNumber = (field: CellField): boolean => kindOfCell[field] === 'whole' || kindOfCell[field] === 'decimal'
const isMono = (field: CellField): boolean =>
  ['address', 'label', 'valueType', 'order', 'registerKind', 'nanValues'].includes(field)

/** Cells that one moves through with arrows and types into, as in a spreadsheet. Only lines on the screen are in the page. */
export const MapGrid = ({
  rows,
  fields,
  draft,
  isReadOnly,
  cursor,
  onCursor,
  deviceValues,
}: MapGridProps): ReactNode => {
  const { library } = useTexts()
  const problemText = useProblemText()
  const body = useRef<HTMLTableSectionElement>(null)
  const { start, end } = useRowWindow(body, rows.length, rowPx)
  /** Input in the cell of the cursor; null while the cursor only moves. */
  const [typed, setTyped] = useState<string | null>(null)
  const hasFocus = useRef(false)
  const rowIndex = Math.max(
    0,
    rows.findIndex(({ key }) => key === cursor?.key),
  )
  const column = Math.max(0, cursor === null ? 0 : fields.indexOf(cursor.field))
  const here = { key: rows[rowIndex]?.key ?? 0, field: fields[column] ?? 'address' }
  const isEditing = typed !== null
  // The focus follows the cursor, also into a line that has just come to the screen.
  useEffect(() => {
    if (!hasFocus.current || isEditing) return
    body.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: false })
  })
  const go = (down: number, right: number): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, rowIndex + down))]
    const field = fields[Math.min(fields.length - 1, Math.max(0, column + right))]
    if (row !== undefined && field !== undefined) onCursor({ key: row.key, field })
  }
  const edit = (text: string): void => {
    if (!isReadOnly) setTyped(text)
  }
  const commit = (text: string | null = typed): void => {
    if (text !== null) draft.setCell(here.key, here.field, text)
    setTyped(null)
  }
  const act = (event: KeyboardEvent): (() => void) | null => {
    const isCtrl = event.ctrlKey || event.metaKey
    if (isCtrl && !isReadOnly) {
      if (event.key === 'z') return event.shiftKey ? draft.redo : draft.undo
      if (event.key === 'y') return draft.redo
      if (event.key === 'd') return () => draft.fillDown(here.key, here.field)
      if (event.key === 'Enter') {
        return () => {
          const key = draft.add(here.key)
          if (key !== null) onCursor({ key, field: here.field })
        }
      }
    }
    if (isCtrl) {
      if (event.key === 'Home') return () => go(-rows.length, -fields.length)
      if (event.key === 'End') return () => go(rows.length, fields.length)
      return null
    }
    if (event.altKey) {
      if (isReadOnly) return null
      if (event.key === 'ArrowUp') return () => draft.move(here.key, -1)
      if (event.key === 'ArrowDown') return () => draft.move(here.key, 1)
      return null
    }
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageUp: [-15, 0],
      PageDown: [15, 0],
      Home: [0, -fields.length],
      End: [0, fields.length],
    }
    const move = moves[event.key]
    if (move !== undefined) return () => go(...move)
    if (isReadOnly) return null
    if (event.key === 'Enter' || event.key === 'F2') return () => edit(cellOf(rows[rowIndex], here.field))
    if (event.key === 'Delete' || event.key === 'Backspace') return () => draft.setCell(here.key, here.field, '')
    return event.key.length === 1
      ? () => edit(isPicked(here.field) ? cellOf(rows[rowIndex], here.field) : event.key)
      : null
  }
  const press = (event: KeyboardEvent): void => {
    if (isEditing) return pressWhileTyping(event)
    const done = act(event)
    if (done === null) return
    event.preventDefault()
    done()
  }
  const pressWhileTyping = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setTyped(null)
    else if (event.key === 'Enter') {
      commit()
      go(1, 0)
    } else if (event.key === 'Tab') {
      commit()
      go(0, event.shiftKey ? -1 : 1)
    } else return
    event.preventDefault()
  }
  const paste = (event: ClipboardEvent): void => {
    if (isEditing || isReadOnly) return
    event.preventDefault()
    draft.paste(tableOf(event.clipboardData.getData('text/plain')), here, fields)
  }
  const copy = (event: ClipboardEvent): void => {
    if (isEditing) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', cellOf(rows[rowIndex], here.field))
  }
  const sum = fields.reduce(
    (total, field) => total + (shares[field] ?? 1),
    deviceValues === null ? 0 : deviceValuesShare,
  )
  return (
    <div
      onKeyDown={press}
      onPaste={paste}
      onCopy={copy}
      onFocus={() => (hasFocus.current = true)}
      onBlur={({ currentTarget, relatedTarget }) => (hasFocus.current = currentTarget.contains(relatedTarget))}
    >
      <table
        role="grid"
        aria-label={library.grid}
        aria-rowcount={rows.length + 1}
        aria-readonly={isReadOnly}
        className="w-full table-fixed border-collapse text-sm"
      >
        <thead>
          <tr className="h-8.5 border-y border-line bg-sunken text-xs text-faint" aria-rowindex={1}>
            {fields.map((field) => (
              <th
                key={field}
                scope="col"
                title={library.fields[field]}
                className={`px-1.5 py-1 leading-tight font-medium hyphens-auto wrap-break-word first:pl-4 ${isNumber(field) && field !== 'address' ? 'text-right' : 'text-left'}`}
                style={{ width: `${((shares[field] ?? 1) / sum) * 100}%` }}
              >
                {library.fields[field]}
              </th>
            ))}
            {deviceValues !== null && (
              <th
                scope="col"
                title={deviceValues.name}
                className="truncate px-1.5 py-1 pr-4 text-right font-medium"
                style={{ width: `${(deviceValuesShare / sum) * 100}%` }}
              >
                {deviceValues.name}
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {start > 0 && <tr aria-hidden="true" style={{ height: start * rowPx }} />}
          {rows.slice(start, end).map((row, i) => (
            <tr
              key={row.key}
              aria-rowindex={start + i + 2}
              className={`border-b border-line last:border-b-0 ${row.key === cursor?.key ? 'bg-selected' : 'hover:bg-hover'}`}
              style={{ height: rowPx }}
            >
              {fields.map((field) => {
                const isHere = row.key === here.key && field === here.field
                const problem = draft.read.problems.get(row.key)?.[field]
                return (
                  <td
                    key={field}
                    role="gridcell"
                    tabIndex={isHere && !isEditing ? 0 : -1}
                    aria-invalid={problem !== undefined || undefined}
                    aria-selected={isHere && cursor !== null}
                    title={problem === undefined ? undefined : problemText(problem)}
                    className={`relative truncate px-1.5 first:pl-4 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent ${isNumber(field) && field !== 'address' ? 'text-right' : 'text-left'} ${isMono(field) ? 'font-mono text-xs' : ''} ${problem === undefined ? '' : 'bg-critical-soft text-critical-text shadow-[inset_0_0_0_1px_var(--color-critical)]'}`}
                    onClick={() => {
                      if (isEditing && !isHere) commit()
                      onCursor({ key: row.key, field })
                    }}
                    onDoubleClick={() => edit(row.cells[field])}
                  >
                    {isHere && isEditing ? (
                      <CellInput
                        field={field}
                        label={`${library.fields[field]}, ${row.cells.name || library.unnamed}`}
                        text={typed}
                        onText={setTyped}
                        onDone={commit}
                      />
                    ) : (
                      <CellText field={field} text={row.cells[field]} />
                    )}
                  </td>
                )
              })}
              {deviceValues !== null && (
                <td role="gridcell" className="px-1.5 pr-4 text-right font-medium whitespace-nowrap">
                  <SaidValue value={deviceValues.values.get(row.key)} unit={row.cells.unitName} />
                </td>
              )}
            </tr>
          ))}
          {end < rows.length && <tr aria-hidden="true" style={{ height: (rows.length - end) * rowPx }} />}
        </tbody>
      </table>
    </div>
  )
}

const isPicked = (field: CellField): boolean => kindOfCell[field] === 'choice' || kindOfCell[field] === 'flag'

const cellOf = (row: MapRow | undefined, field: CellField): string => row?.cells[field] ?? ''

/** A cell as it is read. */
const CellText = ({ field, text }: { field: CellField; text: string }): ReactNode => {
  const { library } = useTexts()
  // Placeholder of an empty cell.
  if (field === 'multiplier' && text === '') return <span className="text-faint">1</span>
  if (kindOfCell[field] !== 'flag') return text
  return text === 'true' ? library.yes : text === 'false' ? <span className="text-faint">{library.no}</span> : text
}

const SaidValue = ({ value, unit }: { value: MapValue | undefined; unit: string }): ReactNode => {
  const { number } = useFormat()
  if (value === undefined) return null
  if ('err' in value) {
    return (
      <span className="text-faint" title={value.err}>
        —
      </span>
    )
  }
  const text = shortValue(value.value)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  return number(text, unit === '' ? undefined : unit)
}
