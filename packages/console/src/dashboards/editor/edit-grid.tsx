import { GripVertical, Pencil } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { areaStyle, cellClass, gridClass, inOrder } from '../board-view.tsx'
import type { GridArea, Widget } from '../values/board.ts'
import { WidgetView } from '../widgets/catalogue.tsx'
import { areaAfterKey, columns, onGrid, placed } from './layout.rules.ts'
import type { DraftControl } from './use-draft.ts'

export interface EditGridProps {
  draft: DraftControl
  chosenId: string | null
  onChoose: (id: string | null) => void
  nameOf: (widget: Widget) => string
}

const stripes =
  'rounded-part outline outline-dashed outline-offset-6 outline-line-strong [background:repeating-linear-gradient(90deg,var(--hover)_0_calc((100%-132px)/12),transparent_0_calc((100%-132px)/12+12px))]'

/** The grid of a draft: widgets are dragged by their handle and sized by their corner, or with the arrow keys on the handle. */
export const EditGrid = ({ draft, chosenId, onChoose, nameOf }: EditGridProps): ReactNode => {
  const { dashboards } = useTexts()
  const grid = useRef<HTMLUListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const { dragged, onPointerDown } = useWidgetDrag(grid, draft.place)
  const { widgets } = draft.board
  const shown = dragged === null ? widgets : placed(widgets, dragged.id, dragged.place)
  const press = (widget: Widget, event: KeyboardEvent): void => {
    if (event.key === 'Delete') {
      event.preventDefault()
      draft.remove(widget.id)
      setAnnouncement(dashboards.saidRemoved({ name: nameOf(widget) }))
      return
    }
    const place = areaAfterKey(widget.place, event.key, event.shiftKey)
    if (place === null) return
    event.preventDefault()
    // A step down moves past the widgets below, which move up where there is room.
    const below = event.key === 'ArrowDown' && !event.shiftKey ? { ...place, row: rowPast(widgets, widget) } : place
    const next = placed(widgets, widget.id, below).find(({ id }) => id === widget.id)?.place
    draft.place(widget.id, below)
    if (next !== undefined)
      setAnnouncement(
        dashboards.saidPlaced({
          name: nameOf(widget),
          column: next.column,
          row: next.row,
          width: next.width,
          height: next.height,
        }),
      )
  }
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ul ref={grid} aria-label={dashboards.widgets} className={`min-h-60 ${gridClass} ${stripes}`}>
        {inOrder(shown).map((widget) => (
          <li
            key={widget.id}
            data-widget={widget.id}
            style={areaStyle(widget.place)}
            className={`group relative ${cellClass(widget.kind)} rounded-card ${chosenId === widget.id ? 'outline-2 outline-offset-1 outline-accent' : ''} ${dragged?.id === widget.id ? 'z-10 opacity-80 shadow-menu' : ''}`}
          >
            {/* While a board is edited nothing in it is pressed. */}
            <div inert className="h-full">
              <WidgetView widget={widget} />
            </div>
            <div
              className="absolute inset-0 cursor-grab rounded-card active:cursor-grabbing"
              onPointerDown={(event) => onPointerDown(widget, false, event)}
              onClick={() => onChoose(widget.id)}
              role="presentation"
            />
            <div className="absolute top-1 right-1 flex gap-0.5 rounded-part bg-surface">
              <button
                type="button"
                data-handle={widget.id}
                aria-label={dashboards.move({ name: nameOf(widget) })}
                aria-description={dashboards.moveHelp}
                className="grid size-8 cursor-grab touch-none place-items-center rounded-part text-quiet hover:bg-hover hover:text-ink"
                onPointerDown={(event) => onPointerDown(widget, false, event)}
                onKeyDown={(event) => press(widget, event)}
              >
                <GripVertical className="size-4" strokeWidth={1.75} aria-hidden="true" />
              </button>
              <button
                type="button"
                aria-label={dashboards.editWidget({ name: nameOf(widget) })}
                aria-pressed={chosenId === widget.id}
                className="grid size-8 place-items-center rounded-part text-quiet hover:bg-hover hover:text-ink aria-pressed:text-accent"
                onClick={() => onChoose(widget.id)}
              >
                <Pencil className="size-4" strokeWidth={1.75} aria-hidden="true" />
              </button>
            </div>
            <span
              aria-hidden="true"
              data-size={widget.id}
              className="absolute right-1 bottom-1 size-4 cursor-nwse-resize touch-none rounded-br-[7px] border-r-2 border-b-2 border-edge"
              onPointerDown={(event) => onPointerDown(widget, true, event)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The row in which a widget has changed places with the one below it. */
const rowPast = (widgets: readonly Widget[], { id, place }: Widget): number => {
  const below = widgets.filter(
    (one) =>
      one.id !== id &&
      one.place.row >= place.row + place.height &&
      one.place.column < place.column + place.width &&
      place.column < one.place.column + one.place.width,
  )
  const next = below.toSorted((a, b) => a.place.row - b.place.row)[0]
  return next === undefined ? place.row : place.row + next.place.height
}

const gapPx = 12
const rowPx = 44 + gapPx

interface DraggedWidget {
  id: string
  place: GridArea
}

interface DragStart extends DraggedWidget {
  isSize: boolean
  x: number
  y: number
}

interface WidgetDrag {
  /** Widget that is being moved or resized, at its new position. */
  dragged: DraggedWidget | null
  onPointerDown: (widget: Widget, isSize: boolean, event: ReactPointerEvent) => void
}

/** Moves and sizes widgets with the pointer, in steps of the grid. The place is handed on when it is let go; Escape leaves all as it was. */
const useWidgetDrag = (
  grid: RefObject<HTMLElement | null>,
  onPlace: (id: string, place: GridArea) => void,
): WidgetDrag => {
  const [start, setStart] = useState<DragStart | null>(null)
  const [dragged, setDragged] = useState<DraggedWidget | null>(null)
  const end = (): void => {
    setStart(null)
    setDragged(null)
  }
  const move = useEffectEvent(({ clientX, clientY }: PointerEvent) => {
    if (start === null || grid.current === null) return
    const columnPx = (grid.current.clientWidth + gapPx) / columns
    const right = Math.round((clientX - start.x) / columnPx)
    const down = Math.round((clientY - start.y) / rowPx)
    const { place } = start
    const next = start.isSize
      ? { ...place, width: Math.min(columns - place.column + 1, place.width + right), height: place.height + down }
      : { ...place, column: place.column + right, row: place.row + down }
    setDragged({ id: start.id, place: onGrid(next) })
  })
  const drop = useEffectEvent(() => {
    if (dragged !== null) onPlace(dragged.id, dragged.place)
    end()
  })
  const cancel = useEffectEvent(end)
  const isOn = start !== null
  useEffect(() => {
    if (!isOn) return
    const leave = new AbortController()
    const { signal } = leave
    window.addEventListener('pointermove', (event) => move(event), { signal })
    window.addEventListener('pointerup', () => drop(), { signal })
    window.addEventListener('pointercancel', () => cancel(), { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), { signal })
    return () => leave.abort()
  }, [isOn])
  return {
    dragged,
    onPointerDown({ id, place }, isSize, event) {
      if (event.button !== 0) return
      event.preventDefault()
      setStart({ id, place, isSize, x: event.clientX, y: event.clientY })
    },
  }
}
