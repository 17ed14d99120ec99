import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { useRowWindow } from '../ui/layout/use-row-window.ts'
import { NetCard } from './net-card.tsx'
import type { NetFigures } from './nets-table.tsx'
import type { NetRow } from './use-overview.ts'

const cardPx = 176
const gapPx = 12
const cardMinPx = 248
/** Rows of cards beyond the screen. */
const spareRows = 3

/** Networks as cards of one size, of which only those on the screen are in the page. */
export const NetCards = ({ rows, facts }: { rows: readonly NetRow[]; facts: NetFigures }): ReactNode => {
  const { overview } = useTexts()
  const box = useRef<HTMLUListElement>(null)
  const columns = useColumns(box)
  const lines = Math.ceil(rows.length / columns)
  const linePx = cardPx + gapPx
  const { start, end } = useRowWindow(box, lines, linePx, spareRows)
  return (
    <ul
      ref={box}
      aria-label={overview.networks}
      className="grid gap-3"
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridAutoRows: cardPx,
        paddingTop: start * linePx,
        paddingBottom: Math.max(0, lines - end) * linePx,
      }}
    >
      {rows.slice(start * columns, end * columns).map((row, i) => (
        <li key={row.net.id} aria-setsize={rows.length} aria-posinset={start * columns + i + 1} className="min-w-0">
          <NetCard row={row} state={facts.stateOf(row)} day={facts.dayOf(row)} month={facts.monthOf(row)} />
        </li>
      ))}
    </ul>
  )
}

/** How many cards stand side by side. */
const useColumns = (box: { current: HTMLElement | null }): number => {
  const [columns, setColumns] = useState(3)
  useEffect(() => {
    if (box.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const widthPx = entry?.contentRect.width ?? 0
      setColumns(Math.max(1, Math.floor((widthPx + gapPx) / (cardMinPx + gapPx))))
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return columns
}
