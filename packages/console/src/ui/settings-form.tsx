import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from './button.tsx'
import { useChangedForm } from './use-changed-form.ts'

export interface SettingsFormProps {
  /** Gives whether it was saved; what went wrong it tells by itself. */
  onSave: (form: FormData) => Promise<boolean>
  isBusy: boolean
  children: ReactNode
}

/** Fields in two columns with a button. What was typed stays when the service refuses it, and is not left by mistake. */
export const SettingsForm = ({ onSave, isBusy, children }: SettingsFormProps): ReactNode => {
  const { common } = useTexts()
  const { ref, onChange, snapshot, noteSaved } = useChangedForm()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const sent = snapshot()
    void onSave(new FormData(event.currentTarget)).then((isSaved) => isSaved && noteSaved(sent))
  }
  return (
    <form ref={ref} className="grid max-w-3xl gap-4 p-4 sm:grid-cols-2" onChange={onChange} onSubmit={submit}>
      {children}
      <div className="sm:col-span-2">
        <Button type="submit" look="primary" disabled={isBusy}>
          {common.save}
        </Button>
      </div>
    </form>
  )
}
