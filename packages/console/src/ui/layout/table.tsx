import { useRouter } from '@tanstack/react-router'
import { type JSX, type MouseEvent, memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ShortName } from './short-name.tsx'

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
  `px-1.5 first:pl-4 last:pr-4 md:px-3 ${column.align === 'right' ? 'text-right' : 'text-left'} ${column.from === undefined ? '' : from[column.from]}`

/** Rows of one height, of which only those on the screen are in the page. A row is drawn again when it is another object. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>): ReactNode => {
  const { label, rows, columns, rowKey, rowPx = 40 } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const { start, end } = useWindow(body, rows.length, rowPx)
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0)
  return (
    <table className="w-full table-fixed border-collapse text-sm" aria-label={label} aria-rowcount={rows.length + 1}>
      <thead>
        <tr className="h-8.5 border-y border-line bg-sunken text-xs text-faint" aria-rowindex={1}>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={`py-1 font-medium break-words ${cellClass(column)}`}
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

interface Span {
  start: number
  end: number
}

/** Rows beyond the screen that are drawn too, so that scrolling shows no gaps; spans change in steps of this. */
const spare = 12

/** Which of `count` rows are on the screen, when each is `rowPx` high and they begin at the top of `box`. */
const useWindow = (box: RefObject<HTMLElement | null>, count: number, rowPx: number): Span => {
  const [span, setSpan] = useState<Span>({ start: 0, end: spare * 3 })
  useEffect(() => {
    let frame = 0
    const measure = (): void => {
      frame = 0
      const top = box.current?.getBoundingClientRect().top ?? 0
      const next = spanOf(-top / rowPx, (window.innerHeight - top) / rowPx)
      setSpan((now) => (now.start === next.start && now.end === next.end ? now : next))
    }
    const ask = (): void => {
      frame ||= requestAnimationFrame(measure)
    }
    /** Paper has no screen: all rows are on it. */
    const showAll = (): void => flushSync(() => setSpan({ start: 0, end: Number.POSITIVE_INFINITY }))
    measure()
    // Caught on the way down, so that scrolling of any box around is heard.
    document.addEventListener('scroll', ask, { capture: true, passive: true })
    window.addEventListener('resize', ask)
    window.addEventListener('beforeprint', showAll)
    window.addEventListener('afterprint', ask)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', ask, { capture: true })
      window.removeEventListener('resize', ask)
      window.removeEventListener('beforeprint', showAll)
      window.removeEventListener('afterprint', ask)
    }
  }, [box, rowPx])
  return { start: Math.min(span.start, Math.max(0, count - 1)), end: Math.min(span.end, count) }
}

/** In steps, so that not every pixel causes a render. */
const spanOf = (first: number, last: number): Span => ({
  start: Math.max(0, (Math.floor(first / spare) - 1) * spare),
  end: Math.max(spare * 2, (Math.ceil(last / spare) + 1) * spare),
})

/** A link in a long table: the router's own asks itself at every change whether it is the current one, which hundreds of rows cannot afford. */
export const RowLink = ({ href, children }: { href: string; children: ReactNode }): ReactNode => {
  const { history } = useRouter()
  const go = (event: MouseEvent): void => {
    // With a key held the browser opens a tab or a window, as everywhere.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(href)
  }
  return (
    <a
      href={href}
      onClick={go}
      className="inline-block max-w-full align-bottom font-medium underline-offset-3 hover:underline"
    >
      {typeof children === 'string' ? <ShortName name={children} /> : children}
    </a>
  )
}
