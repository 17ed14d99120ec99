import { useMemo, useState } from 'react'
import { useUnsaved } from '../../data/state/leaving.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { historyOf, redo, step, undo } from '../../data/state/undo-history.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { type CellField, type MapRow, type ParsedMap, readRows, rowOf } from '../register-map/cells.rules.ts'
import { addedRow, appended, filledDown, movedRow, pasted, withCell, withoutRow } from '../register-map/edits.rules.ts'
import type { ParamTemplate } from '../register-map/variants.rules.ts'

type Rows = readonly MapRow[]

export interface MapDraft {
  rows: Rows
  read: ParsedMap
  /** Lines that are new, changed, moved or gone. */
  changeCount: number
  canUndo: boolean
  canRedo: boolean
  undo: () => void
  redo: () => void
  setCell: (key: number, field: CellField, text: string) => void
  setAll: (change: (row: MapRow) => Partial<MapRow['cells']>) => void
  /** Gives the key of the new line, or null where there is no room. */
  add: (afterKey?: number) => number | null
  remove: (key: number) => void
  move: (key: number, by: 1 | -1) => void
  fillDown: (key: number, field: CellField) => void
  paste: (table: readonly string[][], at: { key: number; field: CellField }, fields: readonly CellField[]) => void
  append: (table: Parameters<typeof appended>[1]) => void
  discard: () => void
}

/** Edits a register map with undo history. */
export const useMapDraft = ({ paramTemplates }: { paramTemplates: readonly ParamTemplate[] }): MapDraft => {
  const language = useLanguage()
  const { library } = useTexts()
  const stored = useMemo(
    () => paramTemplates.map((param, i) => rowOf(param, i + 1, language)),
    [paramTemplates, language],
  )
  const [history, setHistory] = useState(() => historyOf<Rows>(stored))
  const rows = history.present
  const read = useMemo(() => readRows(rows, language), [rows, language])
  const changeCount = useMemo(() => changesOf(stored, rows), [stored, rows])
  useUnsaved(changeCount > 0)
  const change = (next: Rows): void => setHistory((now) => step(now, next))
  const put = ({ rows: next, leftOut }: { rows: Rows; leftOut: number }): void => {
    change(next)
    if (leftOut > 0) toast(library.leftOut({ count: leftOut }), 'critical')
  }
  return {
    rows,
    read,
    changeCount,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    setCell: (key, field, text) => change(withCell(rows, key, field, text)),
    setAll: (changed) => change(rows.map((row) => ({ ...row, cells: { ...row.cells, ...changed(row) } }))),
    add: (afterKey) => {
      const added = addedRow(rows, afterKey)
      change(added.rows)
      if (added.key === null) toast(library.leftOut({ count: 1 }), 'critical')
      return added.key
    },
    remove: (key) => change(withoutRow(rows, key)),
    move: (key, by) => change(movedRow(rows, key, by)),
    fillDown: (key, field) => change(filledDown(rows, key, field)),
    paste: (table, at, fields) => put(pasted(rows, table, at, fields)),
    append: (table) => put(appended(rows, table)),
    discard: () => setHistory(historyOf<Rows>(stored)),
  }
}

const changesOf = (stored: Rows, rows: Rows): number => {
  if (stored === rows) return 0
  const before = new Map(stored.map((row, place) => [row.key, { row, place }]))
  const isSameOrder = stored.length === rows.length
  const changed = rows.filter(({ key, cells }, place) => {
    const was = before.get(key)
    return (
      was === undefined ||
      (was.row.cells !== cells && isOther(was.row.cells, cells)) ||
      (isSameOrder && was.place !== place)
    )
  })
  const keys = new Set(rows.map(({ key }) => key))
  return changed.length + stored.filter(({ key }) => !keys.has(key)).length
}

const isOther = (before: MapRow['cells'], now: MapRow['cells']): boolean =>
  (Object.keys(now) as CellField[]).some((field) => before[field] !== now[field])
