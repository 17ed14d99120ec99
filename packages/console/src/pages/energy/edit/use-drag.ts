import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { usePointer } from '../../../ui/actions/use-pointer.ts'
import type { DropRefusal } from './edit.rules.ts'

/** What is held: something of the tree, or a parameter that comes into it. */
export interface DraggedNode {
  kind: 'branch' | 'sensor' | 'param'
  id: string
  name: string
}

/** Where it can be put: a branch by its id, or the top of the tree. */
interface DropTarget {
  id: string | null
  name: string
}

export interface DragOptions {
  /** In the order in which they are shown. */
  places: readonly DropTarget[]
  refused: (held: DraggedNode, placeId: string | null) => DropRefusal | null
  onDrop: (held: DraggedNode, placeId: string | null) => void
}

export interface TreeDrag {
  held: DraggedNode | null
  /** Where it would go now; undefined is nowhere. */
  overId: string | null | undefined
  /** Why it cannot go there. */
  refusal: DropRefusal | null
  /** What is to be read aloud. */
  said: string
  handle: (held: DraggedNode) => {
    'aria-pressed': boolean
    onPointerDown: (event: PointerEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
    onBlur: () => void
  }
}

const topId = 'top'
export const placeAttribute = (id: string | null): { 'data-place': string } => ({ 'data-place': id ?? topId })

/** Moves things into branches with the pointer or the keyboard, and says what happens. */
export const useDrag = ({ places, refused, onDrop }: DragOptions): TreeDrag => {
  const { energyEdit: texts } = useTexts()
  const [held, setHeld] = useState<(DraggedNode & { by: 'pointer' | 'keys' }) | null>(null)
  const [overId, setOverId] = useState<string | null | undefined>(undefined)
  const [said, setSaid] = useState('')
  const nameOf = (id: string | null): string => places.find((place) => place.id === id)?.name ?? ''
  const over = (id: string | null): void => {
    if (held === null || id === overId) return
    setOverId(id)
    const reason = refused(held, id)
    setSaid(reason === null ? texts.saidOver(held.name, nameOf(id)) : texts.refused[reason])
  }
  const end = (text: string): void => {
    setHeld(null)
    setOverId(undefined)
    setSaid(text)
  }
  const drop = (): void => {
    if (held === null) return
    if (overId === undefined) return end(texts.saidBack(held.name))
    const reason = refused(held, overId)
    if (reason !== null) return end(texts.refused[reason])
    onDrop(held, overId)
    end(texts.saidDropped(held.name, nameOf(overId)))
  }
  const cancel = (): void => {
    if (held !== null) end(texts.saidBack(held.name))
  }
  usePointer({
    isOn: held?.by === 'pointer',
    attribute: 'data-place',
    onOver: (id) => (id === undefined ? setOverId(undefined) : over(id === topId ? null : id)),
    onDrop: drop,
    onCancel: cancel,
  })
  return {
    held,
    overId,
    refusal: held === null || overId === undefined ? null : refused(held, overId),
    said,
    handle: (own) => ({
      'aria-pressed': held?.id === own.id,
      onPointerDown(event) {
        if (event.button !== 0) return
        event.preventDefault()
        setHeld({ ...own, by: 'pointer' })
      },
      onKeyDown(event) {
        const isGrab = event.key === ' ' || event.key === 'Enter'
        if (held === null) {
          if (!isGrab) return
          event.preventDefault()
          setHeld({ ...own, by: 'keys' })
          setSaid(texts.saidHeld(own.name))
          return
        }
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        const found = places.filter(({ id }) => refused(held, id) === null)
        const at = found.findIndex(({ id }) => id === overId)
        const next = by === undefined ? undefined : found[Math.min(found.length - 1, Math.max(0, at + by))]
        if (isGrab) drop()
        else if (event.key === 'Escape') cancel()
        else if (next !== undefined) over(next.id)
        else if (by === undefined) return
        event.preventDefault()
      },
      onBlur: () => held?.by === 'keys' && cancel(),
    }),
  }
}
