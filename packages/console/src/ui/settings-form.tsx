import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from './button.tsx'

export interface SettingsFormProps {
  onSave: (form: FormData) => void
  isBusy: boolean
  children: ReactNode
}

/** Fields in two columns with a button. What was typed stays when the service refuses it. */
export const SettingsForm = ({ onSave, isBusy, children }: SettingsFormProps): ReactNode => {
  const { common } = useTexts()
  return (
    <form
      className="grid max-w-3xl gap-4 p-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(new FormData(event.currentTarget))
      }}
    >
      {children}
      <div className="sm:col-span-2">
        <Button type="submit" look="primary" disabled={isBusy}>
          {common.save}
        </Button>
      </div>
    </form>
  )
}
