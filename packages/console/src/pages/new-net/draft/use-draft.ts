import { tabTexts } from '@busbar/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ChangeDraft, emptyDraft, type NetDraft } from './draft.ts'

const keyOf = (orgId: number): string => `busbar.new-net.1.${orgId}`

const read = (orgId: number, requested: string | undefined): NetDraft => {
  try {
    const found: unknown = JSON.parse(tabTexts.get(keyOf(orgId)) ?? 'null')
    const draft = typeof found === 'object' && found !== null ? { ...emptyDraft, ...found } : emptyDraft
    return draft.deviceIds !== null && requested !== 'done' ? emptyDraft : draft
  } catch {
    return emptyDraft
  }
}

const store = (orgId: number, draft: NetDraft): void =>
  tabTexts.set(keyOf(orgId), draft === emptyDraft ? null : JSON.stringify(draft))

/**
 * The draft of an organization's next network. It is kept in the tab, so that it is there after looking elsewhere; one that is
 * done is kept only for its last step.
 */
export const useDraft = (orgId: number, requested: string | undefined): { draft: NetDraft; change: ChangeDraft } => {
  const [draft, setDraft] = useState(() => read(orgId, requested))
  const latest = useRef(draft)
  useEffect(() => store(orgId, draft), [draft, orgId])
  const change = useCallback<ChangeDraft>(
    (by) => {
      const next = by(latest.current)
      latest.current = next === emptyDraft ? emptyDraft : { ...latest.current, ...next }
      // Stored here too: a request may end after the page was left.
      store(orgId, latest.current)
      setDraft(latest.current)
    },
    [orgId],
  )
  return { draft, change }
}
