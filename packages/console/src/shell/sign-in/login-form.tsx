import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, call } from '../../data/api/call.ts'
import { factorError } from '../../data/api/factor-error.ts'
import { canUsePasskeys, signInWithPasskey } from '../../data/api/passkeys.ts'
import { takeOverProfile } from '../../data/api/take-over-profile.ts'
import { goToProvider } from '../../data/state/provider-ticket.ts'
import { useFirstTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText, providerErrorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FactorField } from '../../ui/forms/factor-field.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import type { SessionStart } from './enter.ts'
import { PasswordField } from './password-field.tsx'
import { useSending } from './use-sending.ts'

interface Credentials {
  email: string
  password: string
  secondFactor?: string
}

interface LoginFormProps extends ProviderButtonsProps {
  canReset: boolean
  onEnter: SessionStart
}

/** Address and password, a passkey, or a provider that knows the person; and the code of a second factor where there is one. */
export const LoginForm = ({ canReset, providers, back, onEnter }: LoginFormProps): ReactNode => {
  const texts = useFirstTexts()
  const { signIn } = texts
  /** Of who is asked for a code besides. */
  const [first, setFirst] = useState<Credentials | null>(null)
  const login = useSending(async (credentials: Credentials) => {
    try {
      await onEnter(await call('sessions', 'login', credentials), credentials.email)
      void takeOverProfile()
    } catch (error) {
      if (factorError(error) === 'needed') setFirst(credentials)
      throw error
    }
  })
  const isOther = login.error !== null && factorError(login.error) === null
  if (first !== null) {
    const isWrong = factorError(login.error) === 'wrong'
    return (
      <form
        action={(form: FormData) => login.send({ ...first, secondFactor: formText(form, 'secondFactor') })}
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
    login.send({ email: formText(form, 'email'), password: formText(form, 'password') })
  const isWrong = login.error instanceof ApiError && login.error.code === 'NotAuthorized'
  return (
    <form action={send} className="flex flex-col gap-4">
      <div>
        <h1>{signIn.title}</h1>
        <p className="text-sm text-quiet">{location.host}</p>
      </div>
      {isOther && <Notice tone="critical">{isWrong ? signIn.wrong : errorText(texts, login.error)}</Notice>}
      <TextField label={signIn.email} name="email" type="email" autoComplete="username webauthn" required />
      <PasswordField label={signIn.password} />
      <Button type="submit" isChange={false} variant="primary" className="min-h-10" isBusy={login.isPending}>
        {signIn.submit}
      </Button>
      <PasskeyButton onEnter={onEnter} />
      <ProviderButtons providers={providers} back={back} />
      {canReset && <a href="/forgot-password">{signIn.forgot}</a>}
    </form>
  )
}

/** Where the browser has passkeys. */
const PasskeyButton = ({ onEnter }: { onEnter: SessionStart }): ReactNode => {
  const { signIn } = useFirstTexts()
  const login = useSending(async () => {
    const opened = await signInWithPasskey()
    await onEnter(opened, opened.email)
    void takeOverProfile()
  })
  if (!canUsePasskeys()) return null
  return (
    <>
      {login.error !== null && <Notice tone="critical">{signIn.passkeyFailed}</Notice>}
      <Button icon={KeyRound} className="min-h-10" isBusy={login.isPending} onClick={() => login.send(undefined)}>
        {signIn.withPasskey}
      </Button>
    </>
  )
}

interface ProviderButtonsProps {
  providers: AnswerOf<'orgs', 'setupState'>['providers']
  back: string | undefined
}

/** Leads to those who know the person elsewhere. */
const ProviderButtons = ({ providers, back = '/overview' }: ProviderButtonsProps): ReactNode => {
  const texts = useFirstTexts()
  const leaving = useSending(async (providerId: string) => {
    goToProvider(await call('oidc', 'begin', { providerId }), back)
  })
  return (
    <>
      {leaving.error !== null && <Notice tone="critical">{providerErrorText(texts, leaving.error)}</Notice>}
      {providers.map(({ id, name }) => (
        <Button key={id} className="min-h-10" isBusy={leaving.isPending} onClick={() => leaving.send(id)}>
          {texts.signIn.withProvider({ name })}
        </Button>
      ))}
    </>
  )
}
