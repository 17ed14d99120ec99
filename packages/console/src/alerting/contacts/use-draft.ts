import { useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'

interface DraftOptions<Draft, Problem> {
  initial: () => Draft
  problemOf: (draft: Draft) => Problem | null
  /** Sends it; `onSuccess` is called when it is stored. */
  send: (draft: Draft, options: { onSuccess: () => void }) => void
  onClose: () => void
}

/** What is typed in a dialog. A problem is shown from the first attempt to save on. */
export const useDraft = <Draft extends object, Problem extends string>(options: DraftOptions<Draft, Problem>) => {
  const { initial, problemOf, send, onClose } = options
  const { contacts: texts } = useTexts()
  const [draft, setDraft] = useState(initial)
  const [isTried, setIsTried] = useState(false)
  const problem = problemOf(draft)
  const onSuccess = (): void => {
    toast(texts.saved)
    onClose()
  }
  return {
    draft,
    edit: (changes: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changes })),
    problem: isTried ? problem : null,
    save: (): void => {
      setIsTried(true)
      if (problem === null) send(draft, { onSuccess })
    },
  }
}
