import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmButtonProps {
  /** Label of both buttons. */
  act: string
  /** Object of the action for screen readers; on the first button only. */
  label?: string
  /** Consequences of the action. */
  question: string
  onConfirm: () => void
  variant?: 'plain' | 'danger'
  isBusy?: boolean
}

/** Button for an action that is hard to undo: it asks for confirmation. */
export const ConfirmButton = ({
  act,
  label,
  question,
  onConfirm,
  variant = 'plain',
  isBusy = false,
}: ConfirmButtonProps): ReactNode => {
  const { common } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const confirm = (): void => {
    setIsOpen(false)
    onConfirm()
  }
  return (
    <>
      <Button variant={variant} isBusy={isBusy} isChange aria-label={label} onClick={() => setIsOpen(true)}>
        {act}
      </Button>
      <Dialog title={act} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <p>{question}</p>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
          <Button variant={variant === 'danger' ? 'danger' : 'primary'} isChange onClick={confirm}>
            {act}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
