import type { ElementDrawing, PictureModel, PlacedElement, Vis } from '@busbar/diagrams'
import { modelOf } from '@busbar/diagrams'
import { type ClipboardContent, copied, inserted, pasted } from '@busbar/diagrams/edit'
import { localTexts } from '@busbar/ui'
import { useState } from 'react'
import { type History, historyOf, redo, step, undo } from '../../data/state/undo-history.ts'

const clipboardKey = 'busbar.picture-parts'
const pasteOffsetPx = 16

export interface Editor {
  model: PictureModel
  chosen: ReadonlySet<string>
  isChanged: boolean
  canUndo: boolean
  canRedo: boolean
  /** Applies an undoable step. */
  change: (act: (model: PictureModel) => PictureModel) => void
  choose: (codes: Iterable<string>) => void
  undo: () => void
  redo: () => void
  insert: (preferredCode: string, drawn: ElementDrawing, more?: Partial<PlacedElement>, markup?: string) => void
  copy: () => void
  paste: () => void
  duplicate: (dx?: number, dy?: number) => void
  /** Marks the current state as saved. */
  noteSaved: () => void
}

/** The state of the editor: the picture with its steps, and what is chosen in it. */
export const useEditor = (vis: Vis): Editor => {
  const [history, setHistory] = useState<History<PictureModel>>(() => historyOf(modelOf(vis)))
  const [saved, setSaved] = useState(history.present)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const model = history.present
  const there = new Set(model.items.map(({ code }) => code))
  const change: Editor['change'] = (act) => setHistory((before) => step(before, act(before.present)))
  const put = (content: ClipboardContent, dx: number, dy: number): void => {
    const { model: next, codes } = pasted(model, content, dx, dy)
    change(() => next)
    setChosen(codes)
  }
  return {
    model,
    chosen: chosen.intersection(there),
    isChanged: model !== saved,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change,
    choose: (codes) => setChosen(new Set(codes)),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    insert(preferredCode, drawn, more, markup) {
      const done = inserted(model, preferredCode, drawn, more, markup)
      if (done === null) return
      change(() => done.model)
      setChosen(new Set([done.code]))
    },
    copy: () => localTexts.set(clipboardKey, JSON.stringify(copied(model, chosen))),
    paste() {
      const clip = clipboard()
      if (clip !== null) put(clip, pasteOffsetPx, pasteOffsetPx)
    },
    duplicate: (dx = pasteOffsetPx, dy = pasteOffsetPx) => put(copied(model, chosen), dx, dy),
    noteSaved: () => setSaved(model),
  }
}

/** Returns the copied elements, from this diagram or another one. */
const clipboard = (): ClipboardContent | null => {
  try {
    const clip = JSON.parse(localTexts.get(clipboardKey) ?? 'null') as ClipboardContent | null
    return clip !== null && Array.isArray(clip.items) && Array.isArray(clip.bindings) ? clip : null
  } catch {
    return null
  }
}
