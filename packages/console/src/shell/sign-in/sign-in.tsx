import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type AnswerOf, call } from '../../data/api/call.ts'
import { lastUser, startSession, useSession } from '../../data/state/session.ts'
import { useFirstTexts } from '../../texts/texts-provider.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Door } from './door.tsx'
import type { SessionStart } from './enter.ts'
import { LoginForm } from './login-form.tsx'
import { SetupForm } from './setup-form.tsx'

const againMs = 3000

export interface SignInProps {
  /** Where to go afterwards, if it is said. */
  back: string | undefined
  /** What has to be there before a sign-in. */
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
