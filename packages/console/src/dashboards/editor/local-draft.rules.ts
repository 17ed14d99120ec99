import type { DraftBoard } from './use-draft.ts'

/** A draft that was not published, as this browser keeps it. */
export interface LocalDraft {
  /** Version of the dashboard on which the draft is based. */
  version: number
  changedMs: number
  board: DraftBoard
}

export type LocalDrafts = Readonly<Record<string, LocalDraft>>

/** The oldest make room. */
const draftsMax = 10
/** A board of 200 widgets has less; a browser keeps a few megabytes in all. */
export const draftCharsMax = 300_000

const isDraft = (found: unknown): found is LocalDraft => {
  const { version, changedMs, board } = (found ?? {}) as Partial<LocalDraft>
  const { name, refreshSec, widgets } = (board ?? {}) as Partial<DraftBoard>
  const isBoard = typeof name === 'string' && typeof refreshSec === 'number' && Array.isArray(widgets)
  return isBoard && typeof version === 'number' && typeof changedMs === 'number'
}

/** Reads stored drafts and ignores invalid ones. */
export const readDrafts = (found: unknown): LocalDrafts =>
  typeof found === 'object' && found !== null
    ? Object.fromEntries(Object.entries(found).filter((entry): entry is [string, LocalDraft] => isDraft(entry[1])))
    : {}

/** Adds or removes a draft. A draft that is too large is not stored. */
export const withDraft = (drafts: LocalDrafts, key: string, draft: LocalDraft | null): LocalDrafts => {
  const others = Object.entries(drafts)
    .filter(([name]) => name !== key)
    .toSorted(([, a], [, b]) => b.changedMs - a.changedMs)
  if (draft === null || JSON.stringify(draft).length > draftCharsMax) return Object.fromEntries(others)
  return Object.fromEntries([[key, draft], ...others.slice(0, draftsMax - 1)])
}
