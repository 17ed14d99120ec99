import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useUnsaved } from '../../data/state/leaving.ts'
import { useFirstTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../actions/button.tsx'

export interface SettingsFormProps {
  /** Resolves with whether it was saved; shows errors itself. */
  onSave: (form: FormData) => Promise<boolean>
  isBusy: boolean
  children: ReactNode
}

/** Fields in two columns with a button. What was typed stays when the service refuses it, and is not left by mistake. */
export const SettingsForm = ({ onSave, isBusy, children }: SettingsFormProps): ReactNode => {
  const { common } = useFirstTexts()
  const { ref, onChange, snapshot, noteSaved } = useChangedForm()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const sent = snapshot()
    void onSave(new FormData(event.currentTarget)).then((isSaved) => isSaved && noteSaved(sent))
  }
  return (
    <form ref={ref} className="grid max-w-3xl gap-4 p-4 pt-1 sm:grid-cols-2" onChange={onChange} onSubmit={submit}>
      {children}
      <div className="sm:col-span-2">
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {common.save}
        </Button>
      </div>
    </form>
  )
}

interface FormChanges {
  ref: RefObject<HTMLFormElement | null>
  onChange: () => void
  /** Returns the current content of the form. */
  snapshot: () => string
  /** Marks a snapshot as saved. */
  noteSaved: (snapshot: string) => void
}

/** Tracks unsaved changes of a form and asks before they are lost. */
const useChangedForm = (): FormChanges => {
  const ref = useRef<HTMLFormElement>(null)
  const stored = useRef('')
  const [isChanged, setIsChanged] = useState(false)
  useUnsaved(isChanged)
  const snapshot = (): string =>
    ref.current === null ? stored.current : JSON.stringify([...new FormData(ref.current)])
  const check = (): void => setIsChanged(snapshot() !== stored.current)
  useEffect(() => {
    // An untouched form follows the service.
    if (!isChanged) stored.current = snapshot()
  })
  return {
    ref,
    onChange: check,
    snapshot,
    noteSaved(saved) {
      stored.current = saved
      check()
    },
  }
}

/** Returns the text of a form field. */
export const formText = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Input constraints of a slug field, equal to those of the service. */
export const slugRules = {
  required: true,
  maxLength: 60,
  pattern: '[a-z0-9]([a-z0-9_\\-]*[a-z0-9])?',
  autoCapitalize: 'none',
  autoComplete: 'off',
  spellCheck: false,
} as const
