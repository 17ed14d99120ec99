import { type JSX, memo, type ReactNode, useRef } from 'react'
import { useWindow } from './use-window.ts'

export interface Column<Row> {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** Of the width that is left, 1 if nothing is said. */
  share?: number
  align?: 'left' | 'right'
  /** Left out where there is no room: on phones, or below a wide screen. */
  from?: 'tablet' | 'desktop'
}

export interface DataTableProps<Row extends object> {
  /** What is in the table, for who does not see it. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  rowPx?: number
}

const from = { tablet: 'max-md:hidden', desktop: 'max-xl:hidden' } as const
const cellClass = <Row,>(column: Column<Row>): string =>
  `px-4 text-left ${column.align === 'right' ? 'text-right' : ''} ${column.from === undefined ? '' : from[column.from]}`

/** Rows of one height, of which only those on the screen are in the page. A row is drawn again when it is another object. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>): ReactNode => {
  const { label, rows, columns, rowKey, rowPx = 40 } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const { start, end } = useWindow(body, rows.length, rowPx)
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0)
  return (
    <table className="w-full table-fixed border-collapse text-sm" aria-label={label} aria-rowcount={rows.length + 1}>
      <thead>
        <tr className="h-9 border-b border-line text-quiet" aria-rowindex={1}>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={`truncate font-medium ${cellClass(column)}`}
              style={{ width: `${((column.share ?? 1) / shares) * 100}%` }}
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Space px={start * rowPx} />
        {rows.slice(start, end).map((row, i) => (
          <TableRow key={rowKey(row)} row={row} columns={columns} index={start + i + 2} rowPx={rowPx} />
        ))}
        <Space px={(rows.length - end) * rowPx} />
      </tbody>
    </table>
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
  <tr className="border-b border-line last:border-b-0 hover:bg-raised" aria-rowindex={index} style={{ height: rowPx }}>
    {columns.map((column) => (
      <td key={column.id} className={`truncate ${cellClass(column)}`}>
        {column.cell(row)}
      </td>
    ))}
  </tr>
)
const TableRow = memo(PlainRow) as typeof PlainRow
