import type { View } from '../view.rules.ts'

export interface GestureOptions {
  view: () => View
  onPan: (ms: number) => void
  /** `at` is the moment that stays where it is. */
  onZoom: (factor: number, at: number) => void
}

/** For a turn of the wheel by a hundred, as most mice do. */
const wheelFactor = 1.25

/** Dragging pans, two fingers pan and zoom, the wheel zooms or, sideways, pans. The answer ends it. */
export const addGestures = (element: HTMLElement, { view, onPan, onZoom }: GestureOptions): (() => void) => {
  const pointers = new Map<number, number>()
  const msPerPx = (): number => (view().till - view().from) / Math.max(1, element.clientWidth)
  const momentAt = (px: number): number => view().from + (px - element.getBoundingClientRect().left) * msPerPx()
  const middle = (): number => [...pointers.values()].reduce((sum, px) => sum + px, 0) / pointers.size
  const distance = (): number => Math.max(...pointers.values()) - Math.min(...pointers.values())

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || pointers.size === 2) return
    pointers.set(event.pointerId, event.clientX)
    element.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent): void => {
    if (!pointers.has(event.pointerId)) return
    const before = { middle: middle(), distance: distance() }
    pointers.set(event.pointerId, event.clientX)
    onPan((before.middle - middle()) * msPerPx())
    const isPinch = pointers.size === 2 && before.distance > 10 && distance() > 10
    if (isPinch) onZoom(before.distance / distance(), momentAt(middle()))
  }
  const up = (event: PointerEvent): void => void pointers.delete(event.pointerId)
  const wheel = (event: WheelEvent): void => {
    event.preventDefault()
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return onPan(event.deltaX * msPerPx())
    onZoom(wheelFactor ** (Math.max(-300, Math.min(300, event.deltaY)) / 100), momentAt(event.clientX))
  }
  const abort = new AbortController()
  const { signal } = abort
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', up, { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
  return () => abort.abort()
}
