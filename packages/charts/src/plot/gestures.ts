import type { TimeWindow } from '../model/window.ts'

export interface GestureOptions {
  view: () => TimeWindow
  onPan: (ms: number) => void
  /** `at` is the moment that stays where it is. */
  onZoom: (factor: number, at: number) => void
  /** What is being chosen, from the left of the element; null: nothing any more. */
  onChoosing: (from: number | null, till: number) => void
  /** Two moments were chosen. */
  onChosen: (from: number, till: number) => void
  onBack: () => void
}

/** For a turn of the wheel by a hundred, as most mice do. */
const wheelFactor = 1.25
/** Less is a click. */
const dragPxMin = 5

/**
 * A mouse chooses what is shown by dragging, and moves it with shift; a double click goes back; the wheel zooms with Ctrl, and else scrolls
 * the page. One finger moves, two zoom. The answer ends it.
 */
export const addGestures = (element: HTMLElement, options: GestureOptions): (() => void) => {
  const { view, onPan, onZoom, onChoosing, onChosen, onBack } = options
  const pointers = new Map<number, number>()
  let chosenFrom: number | null = null
  const leftPx = (): number => element.getBoundingClientRect().left
  const msPerPx = (): number => (view().till - view().from) / Math.max(1, element.clientWidth)
  const momentAt = (px: number): number => view().from + (px - leftPx()) * msPerPx()
  const middle = (): number => [...pointers.values()].reduce((sum, px) => sum + px, 0) / pointers.size
  const distance = (): number => Math.max(...pointers.values()) - Math.min(...pointers.values())
  const inside = (px: number): number => Math.min(element.clientWidth, Math.max(0, px - leftPx()))

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || pointers.size === 2) return
    pointers.set(event.pointerId, event.clientX)
    element.setPointerCapture(event.pointerId)
    chosenFrom = event.pointerType === 'mouse' && !event.shiftKey ? event.clientX : null
  }
  const move = (event: PointerEvent): void => {
    if (!pointers.has(event.pointerId)) return
    if (chosenFrom !== null) {
      const [from, till] = [inside(chosenFrom), inside(event.clientX)].toSorted((a, b) => a - b)
      return onChoosing(from ?? 0, till ?? 0)
    }
    const before = { middle: middle(), distance: distance() }
    pointers.set(event.pointerId, event.clientX)
    onPan((before.middle - middle()) * msPerPx())
    const isPinch = pointers.size === 2 && before.distance > 10 && distance() > 10
    if (isPinch) onZoom(before.distance / distance(), momentAt(middle()))
  }
  const up = (event: PointerEvent): void => {
    pointers.delete(event.pointerId)
    if (chosenFrom === null) return
    const [from, till] = [inside(chosenFrom), inside(event.clientX)].toSorted((a, b) => a - b)
    chosenFrom = null
    onChoosing(null, 0)
    if (event.type === 'pointerup' && (till ?? 0) - (from ?? 0) >= dragPxMin)
      onChosen(momentAt((from ?? 0) + leftPx()), momentAt((till ?? 0) + leftPx()))
  }
  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    onZoom(wheelFactor ** (Math.max(-300, Math.min(300, event.deltaY)) / 100), momentAt(event.clientX))
  }
  const abort = new AbortController()
  const { signal } = abort
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', up, { signal })
  element.addEventListener('dblclick', onBack, { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
  return () => abort.abort()
}
