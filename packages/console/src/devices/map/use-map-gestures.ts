import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { type MapView, moved, type Point, type Size, zoomedBy } from './projection.rules.ts'

export interface MapGestures {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: (event: PointerEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

export interface MapGestureOptions {
  box: RefObject<HTMLElement | null>
  view: MapView
  size: Size
  onView: (view: MapView) => void
  /** Pressed without being dragged. */
  onPress?: ((at: Point) => void) | undefined
}

/** Less is a press, and no drag. */
const dragPx = 4
const keyPx = 80
/** Two fingers that go so far apart make it twice as large. */
const pinchStep = 1.4

/** A map is dragged, pinched and turned by the wheel with Ctrl; keys do the same. */
export const useMapGestures = ({ box, view, size, onView, onPress }: MapGestureOptions): MapGestures => {
  const pointers = useRef(new Map<number, Point>())
  const start = useRef<{ at: Point; isDrag: boolean; apart: number }>({ at: { x: 0, y: 0 }, isDrag: false, apart: 0 })
  const local = (event: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {}
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const turn = useEffectEvent((event: WheelEvent): void => {
    if (!event.ctrlKey) return
    event.preventDefault()
    onView(zoomedBy(view, event.deltaY < 0 ? 1 : -1, size, local(event)))
  })
  useEffect(() => {
    const element = box.current
    const listener = (event: WheelEvent): void => turn(event)
    // React's own listener could not keep the page from being enlarged.
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [box])
  const apart = (): number => {
    const [a, b] = [...pointers.current.values()]
    return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y)
  }
  return {
    onPointerDown(event) {
      // What stands on the map is pressed as anywhere.
      if ((event.target as HTMLElement).closest('a, button') !== null) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, local(event))
      start.current = { at: local(event), isDrag: pointers.current.size > 1, apart: apart() }
    },
    onPointerMove(event) {
      const before = pointers.current.get(event.pointerId)
      if (before === undefined) return
      const now = local(event)
      if (Math.hypot(now.x - start.current.at.x, now.y - start.current.at.y) > dragPx) start.current.isDrag = true
      pointers.current.set(event.pointerId, now)
      if (pointers.current.size === 2) {
        const ratio = apart() / Math.max(1, start.current.apart)
        if (ratio > pinchStep || ratio < 1 / pinchStep) {
          start.current.apart = apart()
          onView(zoomedBy(view, ratio > 1 ? 1 : -1, size, now))
        }
      } else if (start.current.isDrag) onView(moved(view, { x: before.x - now.x, y: before.y - now.y }))
    },
    onPointerUp(event) {
      if (!pointers.current.delete(event.pointerId)) return
      if (!start.current.isDrag && event.type === 'pointerup') onPress?.(local(event))
    },
    onKeyDown(event) {
      const next = event.target === event.currentTarget ? keyed(event.key, view, size) : null
      if (next === null) return
      event.preventDefault()
      onView(next)
    },
  }
}

const keyed = (key: string, view: MapView, size: Size): MapView | null => {
  switch (key) {
    case 'ArrowLeft':
      return moved(view, { x: -keyPx, y: 0 })
    case 'ArrowRight':
      return moved(view, { x: keyPx, y: 0 })
    case 'ArrowUp':
      return moved(view, { x: 0, y: -keyPx })
    case 'ArrowDown':
      return moved(view, { x: 0, y: keyPx })
    case '+':
    case '=':
      return zoomedBy(view, 1, size)
    case '-':
      return zoomedBy(view, -1, size)
    default:
      return null
  }
}
