import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, factorError } from '../../data/api/api-error.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FactorField } from '../../ui/forms/factor-field.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'

interface Identity {
  password: string
  secondFactor?: string
}

export interface IdentityDialogProps {
  title: string
  help: string
  act: string
  /** A code is asked for from the beginning; otherwise where the service wants one. */
  hasFactor?: boolean
  /** Above the password. */
  children?: ReactNode
  send: (identity: Identity, form: FormData) => Promise<unknown>
  onClose: () => void
}

/** Verifies the user before sign-in methods are changed. */
export const IdentityDialog = (props: IdentityDialogProps): ReactNode => {
  const { title, help, act, hasFactor = false, children, send, onClose } = props
  const texts = useTexts()
  const { profile, common, signIn } = texts
  const [needsFactor, setNeedsFactor] = useState(hasFactor)
  const sending = useMutation({
    mutationFn: ({ identity, form }: { identity: Identity; form: FormData }) => send(identity, form),
    onError: (error) => factorError(error) !== null && setNeedsFactor(true),
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const secondFactor = formText(form, 'secondFactor')
    const identity = { password: formText(form, 'password'), ...(secondFactor !== '' && { secondFactor }) }
    sending.mutate({ identity, form })
  }
  const { error } = sending
  const isWrong = error instanceof ApiError && error.code === 'NotAuthorized'
  const isOther = error !== null && !isWrong && factorError(error) === null
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p>{help}</p>
        {children}
        {isOther && (
          <Notice tone="critical">{error instanceof ApiError ? errorText(texts, error) : profile.passkeyFailed}</Notice>
        )}
        <TextField
          name="password"
          type="password"
          label={profile.yourPassword}
          error={isWrong ? signIn.passwordWrong : undefined}
          autoComplete="current-password"
          required
        />
        {needsFactor && <FactorField error={factorError(error) === 'wrong' ? signIn.factorWrong : undefined} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={sending.isPending}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
