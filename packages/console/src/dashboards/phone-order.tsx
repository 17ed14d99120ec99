import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { usePointer } from '../ui/actions/use-pointer.ts'
import { indexAfterKey, moved } from './board.rules.ts'

export interface PhoneOrderProps {
  /** Widgets in their order, by name. */
  items: readonly { id: string; name: string }[]
  onOrder: (ids: readonly string[]) => void
}

/** Puts widgets in order where there is one column: by their handles, with a finger or with keys. */
export const PhoneOrder = ({ items, onOrder }: PhoneOrderProps): ReactNode => {
  const { dashboards } = useTexts()
  const list = useRef<HTMLUListElement>(null)
  const arrange = useArrange(items, onOrder)
  const names = new Map(items.map(({ id, name }) => [id, name]))
  return (
    <>
      <p role="status" className="sr-only">
        {arrange.announcement}
      </p>
      <p className="text-sm text-quiet">{dashboards.arrangeHelp}</p>
      <ul ref={list} aria-label={dashboards.widgets} className="flex flex-col gap-2">
        {arrange.order.map((id) => (
          <li
            key={id}
            data-widget={id}
            className={`flex items-center gap-2 rounded-card border bg-surface pr-3 ${arrange.draggedId === id ? 'border-accent shadow-menu' : 'border-line'}`}
          >
            <button
              type="button"
              data-handle={id}
              aria-label={dashboards.move({ name: names.get(id) ?? '' })}
              aria-pressed={arrange.draggedId === id}
              className="min-h-11 min-w-11 cursor-grab touch-none text-quiet select-none hover:text-ink aria-pressed:cursor-grabbing aria-pressed:text-accent"
              onPointerDown={(event) => arrange.onPointerDown(id, event)}
              onKeyDown={(event) => arrange.onKeyDown(id, event)}
              onBlur={arrange.onBlur}
            >
              <svg viewBox="0 0 16 16" className="mx-auto size-4 fill-current" aria-hidden="true">
                <path d="M4 2h3v3H4zM9 2h3v3H9zM4 6.5h3v3H4zM9 6.5h3v3H9zM4 11h3v3H4zM9 11h3v3H9z" />
              </svg>
            </button>
            <span className="min-w-0 py-2 break-words">{names.get(id)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface OrderEntry {
  id: string
  name: string
}

interface OrderControl {
  /** The ids as they are to be shown. */
  order: readonly string[]
  /** The one that is being moved. */
  draggedId: string | null
  /** Text for screen readers. */
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

/** Reorders a list by pointer or keyboard and announces each move. The order is reported when the item is dropped. */
const useArrange = (items: readonly OrderEntry[], onOrder: (order: readonly string[]) => void): OrderControl => {
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
  // The browser removes the focus from an element that moves in the document.
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
