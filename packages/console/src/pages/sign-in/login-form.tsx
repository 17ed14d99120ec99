import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/ask.ts'
import { factorError } from '../../api/factor-error.ts'
import { takeOverProfile } from '../../api/take-over-profile.ts'
import { startSession } from '../../state/session.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FactorField } from '../../ui/forms/factor-field.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordField } from './password-field.tsx'

interface Given {
  email: string
  password: string
  secondFactor?: string
}

/** Address and password, or a passkey; and the code of a second factor where there is one. */
export const LoginForm = ({ canReset }: { canReset: boolean }): ReactNode => {
  const texts = useTexts()
  const { signIn } = texts
  /** Of who is asked for a code besides. */
  const [first, setFirst] = useState<Given | null>(null)
  const login = useMutation({
    mutationFn: (given: Given) => call('sessions', 'login', given),
    onSuccess: (opened, { email }) => {
      startSession(opened, email)
      void takeOverProfile()
    },
    onError: (error, given) => factorError(error) === 'needed' && setFirst(given),
  })
  if (first !== null) {
    const isWrong = factorError(login.error) === 'wrong'
    const isOther = login.isError && factorError(login.error) === null
    return (
      <form
        action={(form: FormData) => login.mutate({ ...first, secondFactor: formText(form, 'secondFactor') })}
        className="flex flex-col gap-4"
      >
        <h1>{signIn.title}</h1>
        {isOther && <Notice tone="critical">{errorText(texts, login.error)}</Notice>}
        <FactorField error={isWrong ? signIn.factorWrong : undefined} />
        <Button type="submit" isChange={false} variant="primary" className="min-h-10" isBusy={login.isPending}>
          {signIn.checkCode}
        </Button>
        <Button onClick={() => setFirst(null)}>{signIn.otherAccount}</Button>
      </form>
    )
  }
  const send = (form: FormData): void =>
    login.mutate({ email: formText(form, 'email'), password: formText(form, 'password') })
  const isWrong = login.error instanceof ApiError && login.error.code === 'NotAuthorized'
  return (
    <form action={send} className="flex flex-col gap-4">
      <div>
        <h1>{signIn.title}</h1>
        <p className="text-sm text-quiet">{location.host}</p>
      </div>
      {login.isError && factorError(login.error) === null && (
        <Notice tone="critical">{isWrong ? signIn.wrong : errorText(texts, login.error)}</Notice>
      )}
      <TextField label={signIn.email} name="email" type="email" autoComplete="username webauthn" required />
      <PasswordField label={signIn.password} />
      <Button type="submit" isChange={false} variant="primary" className="min-h-10" isBusy={login.isPending}>
        {signIn.submit}
      </Button>
      <PasskeyButton />
      {canReset && <Link to="/forgot-password">{signIn.forgot}</Link>}
    </form>
  )
}
