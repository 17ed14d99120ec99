import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { usePointer } from '../../ui/actions/use-pointer.ts'
import type { DropRefusal } from './edit.rules.ts'

/** Dragged node: part of the tree, or a parameter to be added. */
export interface DraggedNode {
  kind: 'branch' | 'sensor' | 'param'
  id: string
  name: string
}

/** Drop target: a branch by its id, or the top of the tree. */
interface DropTarget {
  id: string | null
  name: string
}

export interface DragOptions {
  /** In the order in which they are shown. */
  targets: readonly DropTarget[]
  refused: (dragged: DraggedNode, targetId: string | null) => DropRefusal | null
  onDrop: (dragged: DraggedNode, targetId: string | null) => void
}

export interface TreeDrag {
  dragged: DraggedNode | null
  /** Current target; undefined if there is none. */
  overId: string | null | undefined
  /** Why it cannot go there. */
  refusal: DropRefusal | null
  /** Text for screen readers. */
  announcement: string
  handle: (dragged: DraggedNode) => {
    'aria-pressed': boolean
    onPointerDown: (event: PointerEvent) => void
    onKeyDown: (event: KeyboardEvent) => void
    onBlur: () => void
  }
}

const topId = 'top'
export const dropAttribute = (id: string | null): { 'data-place': string } => ({ 'data-place': id ?? topId })

/** Moves nodes into branches by pointer or keyboard and announces each step. */
export const useDrag = ({ targets, refused, onDrop }: DragOptions): TreeDrag => {
  const { energyEdit: texts } = useTexts()
  const [dragged, setDragged] = useState<(DraggedNode & { by: 'pointer' | 'keys' }) | null>(null)
  const [overId, setOverId] = useState<string | null | undefined>(undefined)
  const [announcement, setAnnouncement] = useState('')
  const nameOf = (id: string | null): string => targets.find((target) => target.id === id)?.name ?? ''
  const over = (id: string | null): void => {
    if (dragged === null || id === overId) return
    setOverId(id)
    const reason = refused(dragged, id)
    setAnnouncement(reason === null ? texts.saidOver({ name: dragged.name, place: nameOf(id) }) : texts.refused[reason])
  }
  const end = (text: string): void => {
    setDragged(null)
    setOverId(undefined)
    setAnnouncement(text)
  }
  const drop = (): void => {
    if (dragged === null) return
    if (overId === undefined) return end(texts.saidBack({ name: dragged.name }))
    const reason = refused(dragged, overId)
    if (reason !== null) return end(texts.refused[reason])
    onDrop(dragged, overId)
    end(texts.saidDropped({ name: dragged.name, place: nameOf(overId) }))
  }
  const cancel = (): void => {
    if (dragged !== null) end(texts.saidBack({ name: dragged.name }))
  }
  usePointer({
    isOn: dragged?.by === 'pointer',
    attribute: 'data-place',
    onOver: (id) => (id === undefined ? setOverId(undefined) : over(id === topId ? null : id)),
    onDrop: drop,
    onCancel: cancel,
  })
  return {
    dragged,
    overId,
    refusal: dragged === null || overId === undefined ? null : refused(dragged, overId),
    announcement,
    handle: (own) => ({
      'aria-pressed': dragged?.id === own.id,
      onPointerDown(event) {
        if (event.button !== 0) return
        event.preventDefault()
        setDragged({ ...own, by: 'pointer' })
      },
      onKeyDown(event) {
        const isGrab = event.key === ' ' || event.key === 'Enter'
        if (dragged === null) {
          if (!isGrab) return
          event.preventDefault()
          setDragged({ ...own, by: 'keys' })
          setAnnouncement(texts.saidHeld({ name: own.name }))
          return
        }
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        const found = targets.filter(({ id }) => refused(dragged, id) === null)
        const at = found.findIndex(({ id }) => id === overId)
        const next = by === undefined ? undefined : found[Math.min(found.length - 1, Math.max(0, at + by))]
        if (isGrab) drop()
        else if (event.key === 'Escape') cancel()
        else if (next !== undefined) over(next.id)
        else if (by === undefined) return
        event.preventDefault()
      },
      onBlur: () => dragged?.by === 'keys' && cancel(),
    }),
  }
}
