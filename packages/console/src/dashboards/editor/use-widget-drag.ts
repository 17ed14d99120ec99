import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { GridArea, Widget } from '../values/board.ts'
import { columns, onGrid } from './layout.rules.ts'

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

export interface WidgetDrag {
  /** What is being moved or sized, where it would be put down. */
  dragged: DraggedWidget | null
  onPointerDown: (widget: Widget, isSize: boolean, event: ReactPointerEvent) => void
}

/** Moves and sizes widgets with the pointer, in steps of the grid. The place is handed on when it is let go; Escape leaves all as it was. */
export const useWidgetDrag = (
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
