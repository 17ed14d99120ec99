import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'

export interface EditDialogProps {
  title: string
  onClose: () => void
  onSave: () => void
  isBusy: boolean
  /** Missing or invalid field, shown on saving. */
  problem: string | null
  children: ReactNode
}

/** A form in front of the page, which stays open until it is saved. */
export const EditDialog = ({ title, onClose, onSave, isBusy, problem, children }: EditDialogProps): ReactNode => {
  const { common } = useTexts()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSave()
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {children}
        {problem !== null && <Notice tone="critical">{problem}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" disabled={isBusy}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface DraftOptions<Draft, Problem> {
  initial: () => Draft
  problemOf: (draft: Draft) => Problem | null
  /** Sends it; `onSuccess` is called when it is stored. */
  send: (draft: Draft, options: { onSuccess: () => void }) => void
  onClose: () => void
}

/** Holds the input of a dialog. A problem is shown after the first attempt to save. */
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
