import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useLatest } from '../../live/use-latest.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { newest, type Reading } from './freshness.rules.ts'
import { type Arrange, useArrange } from './use-arrange.ts'
import type { BoardData, BoardSource, Widget } from './use-board.ts'
import { WidgetCard } from './widget-card.tsx'

export interface BoardProps {
  data: BoardData
  source: Pick<BoardSource, 'light' | 'change'>
  isArranging: boolean
}

/** The widgets of a board, in columns. */
export const Board = ({ data: { widgets, settings }, source, isArranging }: BoardProps): ReactNode => {
  const { dashboards } = useTexts()
  const grid = useRef<HTMLUListElement>(null)
  const latest = useLatest(widgets.map(({ id }) => id))
  const columnsNow = (): number =>
    grid.current === null ? 1 : getComputedStyle(grid.current).gridTemplateColumns.split(' ').length
  const arrange = useArrange(widgets, columnsNow, (order) => void source.change({ widgetOrder: [...order] }))
  const readingOf = ({ id, lastValue, lastReadOn }: Widget): Reading => {
    const light = source.light.data?.find(({ paramId }) => paramId === id)
    return newest([
      { value: lastValue, readOn: lastReadOn },
      { value: light?.lastValue, readOn: light?.lastReadOn },
      latest.get(id) ?? { value: undefined, readOn: undefined },
    ])
  }
  return (
    <>
      <p role="status" className="sr-only">
        {arrange.said}
      </p>
      {isArranging && <p className="text-sm text-quiet">{dashboards.arrangeHelp}</p>}
      <ul
        ref={grid}
        aria-label={dashboards.widgets}
        className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:[grid-template-columns:repeat(var(--columns),minmax(0,1fr))]"
        style={{ '--columns': settings.columns } as React.CSSProperties}
      >
        {widgets.map((widget) => (
          <li
            key={widget.id}
            data-widget={widget.id}
            style={{ order: arrange.order.indexOf(widget.id) }}
            className={`flex min-w-0 flex-col gap-2 rounded-card border bg-surface p-4 ${arrange.heldId === widget.id ? 'border-accent shadow-lg' : 'border-line'}`}
          >
            {isArranging && (
              <Tools
                widget={widget}
                arrange={arrange}
                onRemove={() => void source.change({ removeParamIds: [widget.id] })}
              />
            )}
            <WidgetCard widget={widget} reading={readingOf(widget)} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface ToolsProps {
  widget: Widget
  arrange: Arrange
  onRemove: () => void
}

const Tools = ({ widget: { id, name }, arrange, onRemove }: ToolsProps): ReactNode => {
  const { dashboards } = useTexts()
  return (
    <div className="-mx-2 -mt-2 flex items-center justify-between">
      <button
        type="button"
        data-handle={id}
        aria-label={dashboards.move(name)}
        aria-pressed={arrange.heldId === id}
        className="min-h-9 min-w-9 cursor-grab touch-none text-quiet select-none hover:text-ink aria-pressed:cursor-grabbing aria-pressed:text-accent"
        onPointerDown={(event) => arrange.onPointerDown(id, event)}
        onKeyDown={(event) => arrange.onKeyDown(id, event)}
        onBlur={arrange.onBlur}
      >
        <svg viewBox="0 0 16 16" className="mx-auto size-4 fill-current" aria-hidden="true">
          <path d="M4 2h3v3H4zM9 2h3v3H9zM4 6.5h3v3H4zM9 6.5h3v3H9zM4 11h3v3H4zM9 11h3v3H9z" />
        </svg>
      </button>
      <button
        type="button"
        aria-label={dashboards.remove(name)}
        className="min-h-9 min-w-9 text-quiet hover:text-critical-text"
        onClick={onRemove}
      >
        <X className="mx-auto size-4" strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  )
}
