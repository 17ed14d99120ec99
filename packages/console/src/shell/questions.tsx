import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, factorError } from '../data/api/api-error.ts'
import { call } from '../data/api/api-query.ts'
import { answerLeaving, useLeaveQuestion } from '../data/state/leaving.ts'
import { startSession, useSessionEnd } from '../data/state/session.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { errorText } from '../ui/feedback/error-text.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { FactorField } from '../ui/forms/factor-field.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import { signOut } from './sign-out.ts'

/** Dialogs that any page may open. */
export const Questions = (): ReactNode => (
  <>
    <LeaveDialog />
    <SessionDialog />
  </>
)

/** Asks whether what was typed may be lost. */
const LeaveDialog = (): ReactNode => {
  const { shell } = useTexts()
  const isOpen = useLeaveQuestion()
  return (
    <Dialog title={shell.leaveTitle} isOpen={isOpen} onClose={() => answerLeaving(false)}>
      <p>{shell.leaveQuestion}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={() => answerLeaving(true)}>
          {shell.leave}
        </Button>
        <Button variant="primary" onClick={() => answerLeaving(false)}>
          {shell.stay}
        </Button>
      </div>
    </Dialog>
  )
}

/** Asks for the password after the session expired. The page keeps its input and pending requests. */
const SessionDialog = (): ReactNode => {
  const { signIn } = useTexts()
  const email = useSessionEnd()
  return (
    <Dialog title={signIn.again} isOpen={email !== null}>
      {email !== null && <PasswordForm email={email} />}
    </Dialog>
  )
}

const PasswordForm = ({ email }: { email: string }): ReactNode => {
  const texts = useTexts()
  const { signIn } = texts
  const { kiosk } = useSearch({ strict: false })
  const login = useMutation({
    mutationFn: (credentials: { password: string; secondFactor?: string }) =>
      call('sessions', 'login', { email, ...credentials }),
    onSuccess: (opened) => startSession(opened, email),
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const secondFactor = formText(form, 'secondFactor')
    login.mutate({ password: formText(form, 'password'), ...(secondFactor !== '' && { secondFactor }) })
  }
  const isWrong = login.error instanceof ApiError && login.error.code === 'NotAuthorized'
  const factor = factorError(login.error)
  const [needsFactor, setNeedsFactor] = useState(false)
  if (factor !== null && !needsFactor) setNeedsFactor(true)
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p>{signIn.againHelp}</p>
      {kiosk === true && <p className="text-quiet">{texts.sharing.kioskByLink}</p>}
      {login.isError && factor === null && (
        <Notice tone="critical">{isWrong ? signIn.passwordWrong : errorText(texts, login.error)}</Notice>
      )}
      <TextField label={signIn.email} type="email" value={email} autoComplete="username" readOnly />
      <TextField
        label={signIn.password}
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus
        required
      />
      {needsFactor && <FactorField error={factor === 'wrong' ? signIn.factorWrong : undefined} />}
      <a href="/sign-in" target="_blank" rel="noreferrer">
        {signIn.otherWay}
      </a>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => void signOut()}>{signIn.asOther}</Button>
        <Button type="submit" isChange={false} variant="primary" disabled={login.isPending}>
          {signIn.goOn}
        </Button>
      </div>
    </form>
  )
}
