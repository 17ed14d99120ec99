import type { CSSProperties, ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import type { GridArea, Widget } from './values/board.ts'
import { type BoardSource, BoardSourceProvider } from './values/board-context.tsx'
import { definitionOf, WidgetView } from './widgets/catalogue.tsx'

export interface BoardViewProps {
  widgets: readonly Widget[]
  source: BoardSource
}

/** Custom properties for the position of a widget in the grid. */
export const areaStyle = ({ column, row, width, height }: GridArea): CSSProperties =>
  ({ '--column': column, '--row': row, '--width': width, '--height': height }) as CSSProperties

/** Twelve columns; on a phone one, in an order of its own, where numbers stand two by two. */
export const gridClass =
  'grid gap-3 max-md:grid-cols-2 md:auto-rows-[44px] md:[grid-template-columns:repeat(12,minmax(0,1fr))]'
export const cellClass = (kind: Widget['kind']): string =>
  `min-w-0 md:[contain:strict] md:[grid-column:var(--column)/span_var(--width)] md:[grid-row:var(--row)/span_var(--height)] ${definitionOf(kind).phoneClass}`

/** A dashboard as viewers see it, without editing controls. */
export const BoardView = ({ widgets, source }: BoardViewProps): ReactNode => {
  const { dashboards } = useTexts()
  return (
    <BoardSourceProvider source={source}>
      <ul aria-label={dashboards.widgets} className={gridClass}>
        {inOrder(widgets).map((widget) => (
          <li
            key={widget.id}
            data-widget={widget.id}
            style={areaStyle(widget.place)}
            className={cellClass(widget.kind)}
          >
            <WidgetView widget={widget} />
          </li>
        ))}
      </ul>
    </BoardSourceProvider>
  )
}

/** Orders widgets as on a phone, which is also the reading order of the page. */
export const inOrder = (widgets: readonly Widget[]): Widget[] => widgets.toSorted((a, b) => a.order - b.order)
