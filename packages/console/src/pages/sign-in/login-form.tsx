import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/ask.ts'
import { startSession } from '../../state/session.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { PasswordField } from './password-field.tsx'

export const LoginForm = ({ canReset }: { canReset: boolean }): ReactNode => {
  const texts = useTexts()
  const { signIn } = texts
  const login = useMutation({
    mutationFn: (given: { email: string; password: string }) => call('sessions', 'login', given),
    onSuccess: (opened, { email }) => startSession(opened, email),
  })
  const send = (form: FormData): void =>
    login.mutate({ email: formText(form, 'email'), password: formText(form, 'password') })
  const isWrong = login.error instanceof ApiError && login.error.status === 401
  return (
    <form action={send} className="flex flex-col gap-4">
      <div>
        <h1>{signIn.title}</h1>
        <p className="text-sm text-quiet">{location.host}</p>
      </div>
      {login.isError && <Notice tone="critical">{isWrong ? signIn.wrong : errorText(texts, login.error)}</Notice>}
      <TextField label={signIn.email} name="email" type="email" autoComplete="username" required />
      <PasswordField label={signIn.password} />
      <Button type="submit" isChange={false} variant="primary" className="min-h-10" isBusy={login.isPending}>
        {signIn.submit}
      </Button>
      {canReset && <Link to="/forgot-password">{signIn.forgot}</Link>}
    </form>
  )
}
