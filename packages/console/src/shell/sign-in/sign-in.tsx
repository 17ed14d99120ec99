import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ApiError, factorError } from '../../data/api/api-error.ts'
import { type AnswerOf, call, takeOverProfile } from '../../data/api/api-query.ts'
import { canUsePasskeys, signInWithPasskey } from '../../data/api/passkeys.ts'
import { browserZone } from '../../data/state/preferences.ts'
import { goToProvider, lastUser, type Session, startSession, useSession } from '../../data/state/session.ts'
import { useFirstTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText, providerErrorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FactorField } from '../../ui/forms/factor-field.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { TimeZoneChoice } from '../../ui/forms/time-zone-choice.tsx'
import { Door } from './door.tsx'
import { PasswordField } from './password-field.tsx'

const againMs = 3000

export interface SignInProps {
  /** Page to open after sign-in, if given. */
  back: string | undefined
  /** Loaded before a sign-in. */
  prepare?: () => Promise<unknown>
  /** A person is signed in, here or in another tab. */
  onEnter: (path: string) => void
}

/** Signing in. An installation without users asks for its first owner instead. */
export const SignIn = ({ back, prepare, onEnter }: SignInProps): ReactNode => {
  const { signIn } = useFirstTexts()
  const user = useSession()?.email
  const [before] = useState(lastUser)
  const [setup, setSetup] = useState<AnswerOf<'orgs', 'setupState'> | null>(null)
  const go = useEffectEvent(onEnter)
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined
    // The answer is not awaited; a service that is just starting is asked again.
    const poll = (): void =>
      void call('orgs', 'setupState', {}).then(setSetup, () => {
        again = setTimeout(poll, againMs)
      })
    poll()
    return () => clearTimeout(again)
  }, [])
  useEffect(() => {
    if (user === undefined) return
    // The way back is of who was here before.
    const isOther = before !== null && before !== user
    go(isOther ? '/overview' : (back ?? '/overview'))
  }, [user, before, back])
  const enter: SessionStart = async (opened, email) => {
    await prepare?.()
    startSession(opened, email)
  }
  const hasPlace = back !== undefined && back !== '/' && back !== '/overview'
  return (
    <Door title={signIn.title}>
      {hasPlace && <Notice>{signIn.ended}</Notice>}
      {setup?.isNeeded === true ? (
        <SetupForm onEnter={enter} />
      ) : (
        <LoginForm
          canReset={setup?.sendsMail ?? false}
          providers={setup?.providers ?? []}
          back={back}
          onEnter={enter}
        />
      )}
    </Door>
  )
}

/** Makes the first owner and the first organization, with the code that the service printed. */
const SetupForm = ({ onEnter }: { onEnter: SessionStart }): ReactNode => {
  const texts = useFirstTexts()
  const { signIn } = texts
  const [timeZone, setTimeZone] = useState(browserZone)
  const setup = useSending(async (form: FormData) => {
    const text = (name: string): string => formText(form, name)
    const account = {
      code: text('code').trim(),
      orgName: text('orgName'),
      name: text('name'),
      email: text('email'),
      password: text('password'),
      timeZone,
    }
    await onEnter(await call('orgs', 'setup', account), account.email)
  })
  const isCodeWrong = setup.error instanceof ApiError && setup.error.code === 'NotAuthorized'
  return (
    <form
      className="flex flex-col gap-4"
      // Not as an action of the form, which would empty it however it ends.
      onSubmit={(event) => {
        event.preventDefault()
        setup.send(new FormData(event.currentTarget))
      }}
    >
      <h1>{signIn.setupTitle}</h1>
      <p className="text-quiet">{signIn.setupHelp}</p>
      {setup.error !== null && !isCodeWrong && <Notice tone="critical">{errorText(texts, setup.error)}</Notice>}
      <TextField
        label={signIn.code}
        error={isCodeWrong ? signIn.codeWrong : undefined}
        name="code"
        autoComplete="off"
        required
      />
      <TextField label={signIn.orgName} name="orgName" autoComplete="organization" required />
      <TimeZoneChoice label={signIn.orgZone} value={timeZone} onChange={setTimeZone} />
      <TextField label={signIn.yourName} name="name" autoComplete="name" required />
      <TextField label={signIn.email} name="email" type="email" autoComplete="username" required />
      <PasswordField label={signIn.password} hint={signIn.passwordHelp} isNew />
      <Button type="submit" isChange={false} variant="primary" className="min-h-10" isBusy={setup.isPending}>
        {signIn.create}
      </Button>
    </form>
  )
}

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
const LoginForm = ({ canReset, providers, back, onEnter }: LoginFormProps): ReactNode => {
  const texts = useFirstTexts()
  const { signIn } = texts
  /** Credentials of a user who is asked for a second factor. */
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

/** Shown if the browser supports passkeys. */
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

/** Begins the session of who has shown that they may. */
type SessionStart = (opened: Pick<Session, 'token' | 'expiresOn'>, email: string) => Promise<void>

interface FormSubmission<T> {
  send: (input: T) => void
  /** Also after it went well: what comes next is on its way. */
  isPending: boolean
  /** Why it did not go well; null where nothing went wrong. */
  error: unknown
}

/** Sends what a form has. It is drawn before the library is there by which other pages send. */
const useSending = <T,>(act: (input: T) => Promise<void>): FormSubmission<T> => {
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>({ isPending: false, error: null })
  const send = (input: T): void => {
    setState({ isPending: true, error: null })
    act(input).catch((error: unknown) => setState({ isPending: false, error }))
  }
  return { send, ...state }
}
