import { useState } from 'react'
import type { Board, GridArea, Widget } from '../values/board.ts'
import { bottomRow, isInOrder, onGrid, ordered, packed, placed } from './layout.rules.ts'

/** Editable part of a dashboard. */
export interface DraftBoard {
  name: string
  refreshSec: number
  /** Null: the board is for no template. */
  templateId: number | null
  widgets: readonly Widget[]
}

export interface DraftControl {
  board: DraftBoard
  isChanged: boolean
  canUndo: boolean
  canRedo: boolean
  undo: () => void
  redo: () => void
  /** Replaces parts of the board. */
  change: (parts: Partial<DraftBoard>) => void
  /** Puts a widget elsewhere, or sizes it. */
  place: (id: string, place: GridArea) => void
  /** Replaces a widget by one with the same id. */
  set: (widget: Widget) => void
  add: (widget: Omit<Widget, 'place' | 'order'>, size: Pick<GridArea, 'width' | 'height'>) => void
  copy: (id: string, newId: string) => void
  remove: (id: string) => void
}

/** Number of undo steps. */
const stepsMax = 200

export const draftOf = ({ name, refreshSec, variable, widgets }: Board): DraftBoard => ({
  name,
  refreshSec,
  templateId: variable?.templateId ?? null,
  widgets,
})

/** Edits a dashboard: every change is an undoable step. */
export const useDraft = (saved: Board): DraftControl => {
  const [steps, setSteps] = useState<readonly DraftBoard[]>(() => [draftOf(saved)])
  const [at, setAt] = useState(0)
  const board = steps[at] ?? draftOf(saved)
  const change = (parts: Partial<DraftBoard>): void => {
    const next = [...steps.slice(0, at + 1), { ...board, ...parts }].slice(-stepsMax)
    setSteps(next)
    setAt(next.length - 1)
  }
  const arrange = (widgets: readonly Widget[]): void =>
    change({ widgets: ordered(packed(widgets), isInOrder(board.widgets)) })
  return {
    board,
    isChanged: JSON.stringify(board) !== JSON.stringify(draftOf(saved)),
    canUndo: at > 0,
    canRedo: at < steps.length - 1,
    undo: () => setAt(Math.max(0, at - 1)),
    redo: () => setAt(Math.min(steps.length - 1, at + 1)),
    change,
    place: (id, place) => arrange(placed(board.widgets, id, place)),
    set: (widget) => change({ widgets: board.widgets.map((one) => (one.id === widget.id ? widget : one)) }),
    add: (widget, size) =>
      arrange([
        ...board.widgets,
        {
          ...widget,
          order: board.widgets.length + 1,
          place: { column: 1, row: bottomRow(board.widgets), ...size },
        } as Widget,
      ]),
    copy(id, newId) {
      const found = board.widgets.find((one) => one.id === id)
      if (found === undefined) return
      const place = onGrid({ ...found.place, row: found.place.row + found.place.height })
      arrange(placed([...board.widgets, { ...found, id: newId, order: board.widgets.length + 1, place }], newId, place))
    },
    remove: (id) => arrange(board.widgets.filter((one) => one.id !== id)),
  }
}
