import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { usePointer } from '../../ui/actions/use-pointer.ts'
import { moved, placeAfterKey } from './order.rules.ts'

export interface OrderEntry {
  id: string
  name: string
}

export interface OrderControl {
  /** The ids as they are to be shown. */
  order: readonly string[]
  /** The one that is being moved. */
  heldId: string | null
  /** What is to be read aloud. */
  said: string
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
  const [held, setHeld] = useState<DraggedEntry | null>(null)
  const [said, setSaid] = useState('')
  const before = items.map(({ id }) => id)
  const order = held?.order ?? before
  const nameOf = (id: string): string => items.find((item) => item.id === id)?.name ?? ''
  const announce = (
    say: (name: string, place: number, count: number) => string,
    { id, order: now }: DraggedEntry,
  ): void => setSaid(say(nameOf(id), now.indexOf(id) + 1, now.length))
  const move = (to: number): void => {
    if (held === null) return
    const from = held.order.indexOf(held.id)
    if (to === from) return
    const next = { ...held, order: moved(held.order, from, to) }
    setHeld(next)
    announce(dashboards.saidMoved, next)
  }
  const refocus = useRef<string | null>(null)
  const drop = (): void => {
    if (held === null) return
    setHeld(null)
    announce(dashboards.saidDropped, held)
    if (held.by === 'keys') refocus.current = held.id
    if (held.order.some((id, place) => id !== before[place])) onOrder(held.order)
  }
  const cancel = (): void => {
    if (held === null) return
    setHeld(null)
    setSaid(dashboards.saidCancelled(nameOf(held.id)))
  }
  usePointer({
    isOn: held?.by === 'pointer',
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
    heldId: held?.id ?? null,
    said,
    onPointerDown(id, event) {
      if (event.button !== 0) return
      setHeld({ id, by: 'pointer', order: before })
    },
    onKeyDown(id, event) {
      const isGrab = event.key === ' ' || event.key === 'Enter'
      if (held === null) {
        if (!isGrab) return
        event.preventDefault()
        const next: DraggedEntry = { id, by: 'keys', order: before }
        setHeld(next)
        announce(dashboards.saidHeld, next)
        return
      }
      const to = placeAfterKey(event.key, held.order.indexOf(held.id), held.order.length)
      if (isGrab) drop()
      else if (event.key === 'Escape') cancel()
      else if (to !== null) move(to)
      else return
      event.preventDefault()
    },
    onBlur: () => held?.by === 'keys' && drop(),
  }
}
