import type { DraftBoard } from './use-draft.ts'

/** A draft that was not published, as this browser keeps it. */
export interface KeptDraft {
  /** Of the board that it was made from. */
  version: number
  changedMs: number
  board: DraftBoard
}

export type KeptDrafts = Readonly<Record<string, KeptDraft>>

/** The oldest make room. */
const draftsMax = 10
/** A board of 200 widgets has less; a browser keeps a few megabytes in all. */
export const draftCharsMax = 300_000

const isDraft = (found: unknown): found is KeptDraft => {
  const { version, changedMs, board } = (found ?? {}) as Partial<KeptDraft>
  const { name, refreshSec, widgets } = (board ?? {}) as Partial<DraftBoard>
  const isBoard = typeof name === 'string' && typeof refreshSec === 'number' && Array.isArray(widgets)
  return isBoard && typeof version === 'number' && typeof changedMs === 'number'
}

/** What of a store makes sense. */
export const readDrafts = (found: unknown): KeptDrafts =>
  typeof found === 'object' && found !== null
    ? Object.fromEntries(Object.entries(found).filter((entry): entry is [string, KeptDraft] => isDraft(entry[1])))
    : {}

/** With this one, or without it where there is none. One that is too large is not kept. */
export const withDraft = (drafts: KeptDrafts, key: string, draft: KeptDraft | null): KeptDrafts => {
  const others = Object.entries(drafts)
    .filter(([name]) => name !== key)
    .toSorted(([, a], [, b]) => b.changedMs - a.changedMs)
  if (draft === null || JSON.stringify(draft).length > draftCharsMax) return Object.fromEntries(others)
  return Object.fromEntries([[key, draft], ...others.slice(0, draftsMax - 1)])
}
