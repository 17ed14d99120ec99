import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { usePointer } from '../ui/actions/use-pointer.ts'
import { indexAfterKey, moved } from './order.rules.ts'

export interface OrderEntry {
  id: string
  name: string
}

export interface OrderControl {
  /** The ids as they are to be shown. */
  order: readonly string[]
  /** The one that is being moved. */
  draggedId: string | null
  /** What is to be read aloud. */
  announcement: string
  onPointerDown: (id: string, event: PointerEvent) => void
  onKeyDown: (id: string, event: KeyboardEvent) => void
  onBlur: () => void
}

interface DraggedEntry {
  id: string
  by: 'pointer' | 'keys'
  order: readonly string[]
}

/** Moves items of a list with the pointer or the keyboard, and says what happens. The order is handed on when an item is put down. */
export const useArrange = (items: readonly OrderEntry[], onOrder: (order: readonly string[]) => void): OrderControl => {
  const { dashboards } = useTexts()
  const [dragged, setDragged] = useState<DraggedEntry | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const before = items.map(({ id }) => id)
  const order = dragged?.order ?? before
  const nameOf = (id: string): string => items.find((item) => item.id === id)?.name ?? ''
  const announce = (
    textOf: (values: { name: string; place: number; count: number }) => string,
    { id, order: now }: DraggedEntry,
  ): void => setAnnouncement(textOf({ name: nameOf(id), place: now.indexOf(id) + 1, count: now.length }))
  const move = (to: number): void => {
    if (dragged === null) return
    const from = dragged.order.indexOf(dragged.id)
    if (to === from) return
    const next = { ...dragged, order: moved(dragged.order, from, to) }
    setDragged(next)
    announce(dashboards.saidMoved, next)
  }
  const refocus = useRef<string | null>(null)
  const drop = (): void => {
    if (dragged === null) return
    setDragged(null)
    announce(dashboards.saidDropped, dragged)
    if (dragged.by === 'keys') refocus.current = dragged.id
    if (dragged.order.some((id, place) => id !== before[place])) onOrder(dragged.order)
  }
  const cancel = (): void => {
    if (dragged === null) return
    setDragged(null)
    setAnnouncement(dashboards.saidCancelled({ name: nameOf(dragged.id) }))
  }
  usePointer({
    isOn: dragged?.by === 'pointer',
    attribute: 'data-widget',
    onOver: (overId) => overId !== undefined && move(order.indexOf(overId)),
    onDrop: drop,
    onCancel: cancel,
  })
  // Where an item goes to another place in the page, the browser takes the focus from it.
  useEffect(() => {
    if (refocus.current === null) return
    document.querySelector<HTMLElement>(`[data-handle="${refocus.current}"]`)?.focus()
    refocus.current = null
  })
  return {
    order,
    draggedId: dragged?.id ?? null,
    announcement,
    onPointerDown(id, event) {
      if (event.button !== 0) return
      setDragged({ id, by: 'pointer', order: before })
    },
    onKeyDown(id, event) {
      const isGrab = event.key === ' ' || event.key === 'Enter'
      if (dragged === null) {
        if (!isGrab) return
        event.preventDefault()
        const next: DraggedEntry = { id, by: 'keys', order: before }
        setDragged(next)
        announce(dashboards.saidHeld, next)
        return
      }
      const to = indexAfterKey(event.key, dragged.order.indexOf(dragged.id), dragged.order.length)
      if (isGrab) drop()
      else if (event.key === 'Escape') cancel()
      else if (to !== null) move(to)
      else return
      event.preventDefault()
    },
    onBlur: () => dragged?.by === 'keys' && drop(),
  }
}
