import { type JSX, memo, type ReactNode, useMemo, useRef } from 'react'
import type { Column, TableEntry } from './columns.ts'
import { type PhoneRowParts, phoneParts } from './phone-parts.rules.ts'
import { useRowWindow } from './use-row-window.ts'

export interface PhoneListProps<Row extends object> {
  label: string
  entries: readonly TableEntry<Row>[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  rowPx: number
}

/** A table where there is room for two lines and a value: nothing is scrolled sideways. */
export const PhoneList = <Row extends object>(props: PhoneListProps<Row>): ReactNode => {
  const { label, entries, columns, rowKey, rowPx } = props
  const box = useRef<HTMLUListElement>(null)
  const { start, end } = useRowWindow(box, entries.length, rowPx)
  const parts = useMemo(() => phoneParts(columns), [columns])
  return (
    <ul ref={box} aria-label={label} className="border-t border-line text-sm">
      <Space px={start * rowPx} />
      {entries.slice(start, end).map((entry, i) =>
        'row' in entry ? (
          <Item
            key={rowKey(entry.row)}
            row={entry.row}
            parts={parts}
            position={start + i + 1}
            count={entries.length}
            rowPx={rowPx}
          />
        ) : (
          <li
            key={`${entry.heading} ${start + i}`}
            aria-setsize={entries.length}
            aria-posinset={start + i + 1}
            className="flex items-center border-b border-line bg-sunken px-4 text-xs font-semibold text-quiet"
            style={{ height: rowPx }}
          >
            {entry.heading}
          </li>
        ),
      )}
      <Space px={(entries.length - end) * rowPx} />
    </ul>
  )
}

const Space = ({ px }: { px: number }): ReactNode =>
  px > 0 && <li aria-hidden="true" role="presentation" style={{ height: px }} />

interface ItemProps<Row> {
  row: Row
  parts: PhoneRowParts<Row>
  position: number
  count: number
  rowPx: number
}

const PlainItem = <Row,>({ row, parts, position, count, rowPx }: ItemProps<Row>): JSX.Element => (
  <li
    aria-setsize={count}
    aria-posinset={position}
    className="flex items-center gap-3 border-b border-line px-4 last:border-b-0"
    style={{ height: rowPx }}
  >
    {parts.mark !== undefined && <span className="shrink-0">{parts.mark.cell(row)}</span>}
    <span className="min-w-0 flex-1">
      <span className="block truncate text-base">{parts.title?.cell(row)}</span>
      {parts.details.length > 0 && (
        <span className="flex gap-x-2 overflow-hidden text-xs whitespace-nowrap text-quiet">
          {parts.details.map((column) => (
            <span key={column.id} className="min-w-0 truncate">
              {column.cell(row)}
            </span>
          ))}
        </span>
      )}
    </span>
    {parts.value !== undefined && <span className="shrink-0 text-right">{parts.value.cell(row)}</span>}
    {parts.action !== undefined && <span className="shrink-0 empty:hidden">{parts.action.cell(row)}</span>}
  </li>
)
const Item = memo(PlainItem) as typeof PlainItem
