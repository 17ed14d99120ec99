import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmButtonProps {
  /** What is done: the text of both buttons. */
  act: string
  /** To what it is done, for who does not see that: of the button alone. */
  label?: string
  /** What comes of it. */
  question: string
  onConfirm: () => void
  variant?: 'plain' | 'danger'
  isBusy?: boolean
}

/** A button for what is not easily taken back: it asks first. */
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
