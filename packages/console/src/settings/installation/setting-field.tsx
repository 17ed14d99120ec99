import { type FormEvent, type ReactNode, useState } from 'react'
import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/fields.tsx'

type Setting = AnswerOf<'installation', 'settings'>[number]

export interface SettingFieldProps {
  setting: Setting
  name: RequestOf<'installation', 'changeSetting'>['name']
  label: string
  example: string
  help?: string | undefined
}

const changed = [['installation'], ['alerts'], ['orgs', 'setupState']] as const

/**
 * A setting that applies at once. A secret is never shown and can only be replaced. Settings from the command line are
 * read-only.
 */
export const SettingField = ({ setting, name, label, example, help }: SettingFieldProps): ReactNode => {
  const { installation: texts, common } = useTexts()
  const { isSecret, isEditable, source, value, hint } = setting
  const [typed, setTyped] = useState(value ?? '')
  const change = useAction('installation', 'changeSetting', changed, () => toast(texts.saved))
  const put = (to: string | null): void =>
    change.mutate({ name, value: to }, { onSuccess: () => setTyped(isSecret || to === null ? '' : to) })
  const save = (event: FormEvent): void => {
    event.preventDefault()
    put(typed.trim())
  }
  const setText = hint === '' ? texts.secretSet : texts.secretSetFor({ host: hint ?? '' })
  const isSet = hint !== null
  return (
    <form onSubmit={save} className="flex flex-wrap items-end gap-2 px-4 pb-4">
      <TextField
        className="min-w-60 flex-1 basis-full"
        label={label}
        hint={!isEditable ? texts.byFlag({ flag: `--${name}` }) : isSecret && isSet ? setText : help}
        placeholder={example}
        type={isSecret ? 'password' : 'text'}
        autoComplete="off"
        required
        maxLength={2000}
        disabled={!isEditable}
        value={isEditable ? typed : (value ?? '')}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isEditable && (
        <Button type="submit" isBusy={change.isPending} disabled={typed.trim() === '' || typed === value}>
          {common.save}
        </Button>
      )}
      {isEditable && source === 'stored' && (
        <ConfirmButton
          act={texts.takeBack}
          label={`${texts.takeBack}: ${label}`}
          question={texts.takeBackQuestion}
          isBusy={change.isPending}
          onConfirm={() => put(null)}
        />
      )}
    </form>
  )
}
