import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { errorText } from './error-text.ts'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'

export interface DeleteButtonProps {
  /** What is done: the text of both buttons. */
  act: string
  /** What it is called. */
  name: string
  /** The name must be typed: so much is lost that nobody should do it by mistake. */
  isTyped?: boolean
  onDelete: () => void
  isBusy: boolean
  error: Error | null
  /** What is lost, asked for when somebody is about to. */
  children: ReactNode
}

/** A button for what cannot be taken back. It says what will be lost, and stays open to tell what went wrong. */
export const DeleteButton = (props: DeleteButtonProps): ReactNode => {
  const { act, name, isTyped = false, onDelete, isBusy, error, children } = props
  const texts = useTexts()
  const { common, deletion } = texts
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const isMeant = !isTyped || typed.trim() === name.trim()
  const close = (): void => {
    setIsOpen(false)
    setTyped('')
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isMeant && !isBusy) onDelete()
  }
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        {act}
      </Button>
      <Dialog title={deletion.question(name)} isOpen={isOpen} onClose={close}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <div>
            <p>{deletion.lost}</p>
            {children}
            <p className="font-semibold">{deletion.forGood}</p>
          </div>
          {isTyped && (
            <TextField
              label={deletion.typeName(name)}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
          {error !== null && <Notice tone="fault">{errorText(texts, error)}</Notice>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={close}>{common.cancel}</Button>
            <Button type="submit" look="danger" disabled={!isMeant || isBusy}>
              {isBusy ? deletion.deleting : act}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
