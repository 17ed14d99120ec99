import { ArrowDown, ArrowUp } from 'lucide-react'
import { type JSX, memo, type ReactNode, useMemo, useRef } from 'react'
import { compareNames } from '../../data/format/compare-names.ts'
import type { Column, Sort, TableEntry } from './columns.ts'
import { PhoneList } from './phone-list.tsx'
import { useMedia } from './use-media.ts'
import { useRowWindow } from './use-row-window.ts'

export type { Column, Sort } from './columns.ts'
export { RowLink } from './row-link.tsx'

export interface DataTableProps<Row extends object> {
  /** Name of the table for screen readers. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  rowPx?: number
  phoneRowPx?: number
  /** Rows that follow each other and have the same are under one heading. */
  group?: ((row: Row) => string) | undefined
  /** Undefined: the order in which they are given. */
  sort?: Sort | undefined
  onSort?: ((sort: Sort | undefined) => void) | undefined
}

/** Rows of one height, of which only those on the screen are in the page. A row is drawn again when it is another object. On phones it is a list. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>): ReactNode => {
  const { label, rows, columns, rowKey, group, sort, phoneRowPx = 60 } = props
  const entries = useMemo(
    () => entriesOf(sorted(rows, columns, sort), group),
    // The group function is equivalent at each render, though another object.
    [rows, columns, sort?.by, sort?.isDown],
  )
  return useMedia('phone') ? (
    <PhoneList label={label} entries={entries} columns={columns} rowKey={rowKey} rowPx={phoneRowPx} />
  ) : (
    <WideTable {...props} entries={entries} />
  )
}

const sorted = <Row,>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] => {
  const sortBy = columns.find(({ id }) => id === sort?.by)?.sortBy
  if (sort === undefined || sortBy === undefined) return rows
  const compare = (a: Row, b: Row): number => {
    const [one, other] = [sortBy(a), sortBy(b)]
    return typeof one === 'number' && typeof other === 'number' ? one - other : compareNames(String(one), String(other))
  }
  return rows.toSorted((a, b) => (sort.isDown ? compare(b, a) : compare(a, b)))
}

const entriesOf = <Row,>(
  rows: readonly Row[],
  group: ((row: Row) => string) | undefined,
): readonly TableEntry<Row>[] => {
  if (group === undefined) return rows.map((row) => ({ row }))
  return rows.flatMap((row, i): TableEntry<Row>[] => {
    const heading = group(row)
    const before = rows[i - 1]
    return heading === '' || (before !== undefined && group(before) === heading) ? [{ row }] : [{ heading }, { row }]
  })
}

const from = { tablet: 'max-md:hidden', desktop: 'max-xl:hidden' } as const
const cellClass = <Row,>(column: Column<Row>): string =>
  `px-1.5 first:pl-4 last:pr-4 md:px-3 ${column.align === 'right' ? 'text-right' : 'text-left'} ${column.from === undefined ? '' : from[column.from]}`

const WideTable = <Row extends object>({
  label,
  entries,
  columns,
  rowKey,
  rowPx = 40,
  sort,
  onSort,
}: DataTableProps<Row> & { entries: readonly TableEntry<Row>[] }): ReactNode => {
  const body = useRef<HTMLTableSectionElement>(null)
  const { start, end } = useRowWindow(body, entries.length, rowPx)
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0)
  return (
    <table className="w-full table-fixed border-collapse text-sm" aria-label={label} aria-rowcount={entries.length + 1}>
      <thead>
        <tr className="h-8.5 border-y border-line bg-sunken text-xs text-faint" aria-rowindex={1}>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              aria-sort={sort?.by === column.id ? (sort.isDown ? 'descending' : 'ascending') : undefined}
              className={`py-1 font-medium break-words ${cellClass(column)}`}
              style={{ width: `${((column.share ?? 1) / shares) * 100}%` }}
            >
              {onSort !== undefined && column.sortBy !== undefined ? (
                <SortButton column={column} sort={sort} onSort={onSort} />
              ) : (
                <span className={column.isTitleHidden === true ? 'sr-only' : ''}>{column.title}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Space px={start * rowPx} />
        {entries.slice(start, end).map((entry, i) => {
          const index = start + i + 2
          return 'row' in entry ? (
            <TableRow key={rowKey(entry.row)} row={entry.row} columns={columns} index={index} rowPx={rowPx} />
          ) : (
            <tr
              key={`${entry.heading} ${index}`}
              aria-rowindex={index}
              className="border-b border-line bg-sunken"
              style={{ height: rowPx }}
            >
              <th scope="colgroup" colSpan={columns.length} className="px-4 text-left text-xs font-semibold text-quiet">
                {entry.heading}
              </th>
            </tr>
          )
        })}
        <Space px={(entries.length - end) * rowPx} />
      </tbody>
    </table>
  )
}

interface SortButtonProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

/** Up, then down, then as it was. */
const SortButton = <Row,>({ column: { id, title }, sort, onSort }: SortButtonProps<Row>): ReactNode => {
  const isBy = sort?.by === id
  const Arrow = isBy && sort.isDown ? ArrowDown : ArrowUp
  const next = !isBy ? { by: id, isDown: false } : sort.isDown ? undefined : { by: id, isDown: true }
  return (
    <button
      type="button"
      onClick={() => onSort(next)}
      className="inline-flex items-center gap-1 rounded-mark font-medium hover:text-ink"
    >
      {title}
      {isBy && <Arrow className="size-3" strokeWidth={2} aria-hidden="true" />}
    </button>
  )
}

const Space = ({ px }: { px: number }): ReactNode => px > 0 && <tr aria-hidden="true" style={{ height: px }} />

interface TableRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  index: number
  rowPx: number
}

const PlainRow = <Row,>({ row, columns, index, rowPx }: TableRowProps<Row>): JSX.Element => (
  <tr className="border-b border-line last:border-b-0 hover:bg-hover" aria-rowindex={index} style={{ height: rowPx }}>
    {columns.map((column) => (
      // Numbers stand at the right, and are never cut.
      <td
        key={column.id}
        className={`${column.align === 'right' ? 'whitespace-nowrap' : 'truncate'} ${cellClass(column)}`}
      >
        {column.cell(row)}
      </td>
    ))}
  </tr>
)
const TableRow = memo(PlainRow) as typeof PlainRow
