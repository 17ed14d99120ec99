import { codesOf, freeCode } from '@busbar/diagrams'
import { group, moveChosen, remove, reorder, withGroups } from '@busbar/diagrams/edit'
import { useEffect, useEffectEvent } from 'react'
import type { Editor } from './use-editor.ts'

const bigStepPx = 16

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The editor by keyboard, wherever nothing is typed into. */
export const useEditorKeys = (editor: Editor, isOn: boolean): void => {
  const act = useEffectEvent((event: KeyboardEvent): boolean => {
    const { chosen, change, model } = editor
    if (event.ctrlKey || event.metaKey) return command(event, editor)
    const arrow = arrows[event.key]
    if (arrow !== undefined && chosen.size > 0) {
      const by = event.shiftKey ? bigStepPx : 1
      change((now) => moveChosen(now, chosen, arrow[0] * by, arrow[1] * by))
    } else if (chosen.size > 0 && (event.key === 'Delete' || event.key === 'Backspace'))
      change((now) => remove(now, chosen))
    else if (chosen.size > 0 && event.key === '[') change((now) => reorder(now, chosen, 'back'))
    else if (chosen.size > 0 && event.key === ']') change((now) => reorder(now, chosen, 'front'))
    else if (event.key === 'Escape') editor.choose([])
    else if (event.key === 'Tab' && !event.shiftKey && chosen.size > 0) {
      // From one thing to the next, as they lie.
      const at = model.items.findIndex(({ code }) => chosen.has(code))
      const next = model.items[at + 1]
      if (next === undefined) return false
      editor.choose(withGroups(model, new Set([next.code])))
    } else return false
    return true
  })
  useEffect(() => {
    if (!isOn) return undefined
    const onKey = (event: KeyboardEvent): void => {
      const at = event.target as Element | null
      const isTyped = at?.closest('input, textarea, select, [role=combobox], [role=dialog]') != null
      const isElsewhere = at?.closest('button, a') != null && !(event.ctrlKey || event.metaKey)
      if (!isTyped && !isElsewhere && act(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])
}

const command = ({ key, shiftKey }: KeyboardEvent, editor: Editor): boolean => {
  const { chosen, change, model } = editor
  switch (key.toLowerCase()) {
    case 'z':
      if (shiftKey) editor.redo()
      else editor.undo()
      return true
    case 'y':
      editor.redo()
      return true
    case 'd':
      if (chosen.size > 0) editor.duplicate()
      return true
    case 'c':
      if (chosen.size > 0) editor.copy()
      return chosen.size > 0
    case 'x':
      if (chosen.size > 0) {
        editor.copy()
        change((now) => remove(now, chosen))
      }
      return chosen.size > 0
    case 'v':
      editor.paste()
      return true
    case 'a':
      editor.choose(model.items.map(({ code }) => code))
      return true
    case 'g':
      if (chosen.size > 0) change((now) => group(now, chosen, shiftKey ? null : freeCode('group', codesOf(now))))
      return true
    default:
      return false
  }
}
