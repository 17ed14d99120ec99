import { useEffect, useState } from 'react'
import { serverNow } from '../../../state/server-time.ts'
import { useSession } from '../../../state/session.ts'
import { stored } from '../../../state/stored.ts'
import type { Board } from '../values/board.ts'
import { type LocalDraft, readDrafts, withDraft } from './local-draft.rules.ts'
import { type DraftControl, draftOf } from './use-draft.ts'

const drafts = stored('drafts', readDrafts)

export interface LocalDraftControl {
  /** What was left here unpublished, until a person decides about it. */
  offered: LocalDraft | null
  restore: () => void
  discard: () => void
  /** Nothing of the draft is needed any more. */
  forget: () => void
}

/** Keeps a draft in this browser, for this person and board, so that a reload or a dead battery takes nothing. */
export const useLocalDraft = (saved: Board, draft: DraftControl): LocalDraftControl => {
  const key = `${useSession()?.email ?? ''} ${saved.id}`
  const [offered, setOffered] = useState(() => {
    const found = drafts.get()[key]
    return found === undefined || JSON.stringify(found.board) === JSON.stringify(draftOf(saved)) ? null : found
  })
  const forget = (): void => drafts.set(withDraft(drafts.get(), key, null))
  const { board, isChanged } = draft
  useEffect(() => {
    if (offered !== null) return
    const localDraft = isChanged ? { version: saved.version, changedMs: serverNow(), board } : null
    drafts.set(withDraft(drafts.get(), key, localDraft))
  }, [board, isChanged, offered, key, saved.version])
  return {
    offered,
    restore: () => {
      if (offered !== null) draft.change(offered.board)
      setOffered(null)
    },
    discard: () => {
      forget()
      setOffered(null)
    },
    forget,
  }
}
