import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

export interface BulkFormProps {
  title: string
  /** What is asked; or, once it is known, what would change. */
  children: ReactNode
  /** Whether what would change is shown. */
  isPlanned: boolean
  /** Nothing would change, or nothing was chosen. */
  isEmpty: boolean
  error: string | null
  isBusy: boolean
  isDanger?: boolean
  /** The text of the last button. */
  act: string
  onPreview: () => void
  onAct: () => void
  onBack: () => void
  onClose: () => void
}

/** A dialog in two steps: what to do, and what would come of it. */
export const BulkForm = (props: BulkFormProps): ReactNode => {
  const { title, children, isPlanned, isEmpty, error, isBusy, isDanger = false, act } = props
  const { onPreview, onAct, onBack, onClose } = props
  const { common, many } = useTexts()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isPlanned) onAct()
    else onPreview()
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {children}
        {error !== null && <Notice tone="critical">{error}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          {isPlanned ? (
            <Button onClick={onBack}>{many.back}</Button>
          ) : (
            <Button onClick={onClose}>{common.cancel}</Button>
          )}
          <Button
            type="submit"
            variant={isPlanned && isDanger ? 'danger' : 'primary'}
            isChange={isPlanned}
            isBusy={isBusy}
            disabled={isEmpty}
          >
            {isPlanned ? act : many.look}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
