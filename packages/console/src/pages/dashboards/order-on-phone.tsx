import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { inOrder } from './board-view.tsx'
import { draftOf } from './edit/use-draft.ts'
import { usePublish } from './edit/use-publish.ts'
import { PhoneOrder } from './phone-order.tsx'
import type { Board, Widget } from './values/board.ts'
import { useDraftSource } from './values/use-draft-source.ts'

/** Puts the widgets of a board in order for phones, and saves that at once. */
export const OrderOnPhone = ({ board }: { board: Board }): ReactNode => {
  const { dashboards } = useTexts()
  const { values } = useDraftSource(board.id, board.widgets, null)
  const publish = usePublish(board, () => {})
  const nameOf = ({ title, kind, settings }: Widget): string => {
    const one = 'value' in settings ? values.of(settings.value) : undefined
    if (title !== '' || one === undefined) return title || dashboards.kinds[kind]
    return one.device === undefined ? one.param.name : `${one.param.name} · ${one.device.name}`
  }
  const items = inOrder(board.widgets).map((widget) => ({ id: widget.id, name: nameOf(widget) }))
  const save = (ids: readonly string[]): void =>
    publish.send({
      ...draftOf(board),
      widgets: board.widgets.map((widget) => ({ ...widget, order: ids.indexOf(widget.id) + 1 })),
    })
  return <PhoneOrder items={items} onOrder={save} />
}
