import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { lastUser, useSession } from '../../state/session.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Door } from './door.tsx'
import { LoginForm } from './login-form.tsx'
import { SetupForm } from './setup-form.tsx'

/** Signing in. An installation without users asks for its first owner instead. */
export const SignInPage = (): ReactNode => {
  const { signIn } = useTexts()
  const { back } = useSearch({ from: '/sign-in' })
  const user = useSession()?.email
  const [before] = useState(lastUser)
  const { history } = useRouter()
  const setup = useQuery(ask('orgs', 'setupState', {}))
  useEffect(() => {
    if (user === undefined) return
    // The way back is of who was here before.
    const isOther = before !== null && before !== user
    history.replace(isOther ? '/overview' : (back ?? '/overview'))
  }, [user, before, history, back])
  const hasPlace = back !== undefined && back !== '/' && back !== '/overview'
  return (
    <Door title={signIn.title}>
      {hasPlace && <Notice>{signIn.ended}</Notice>}
      {/* Nobody waits for the answer, which is the same for as long as an installation lives. */}
      {setup.data?.isNeeded === true ? <SetupForm /> : <LoginForm canReset={setup.data?.sendsMail ?? false} />}
    </Door>
  )
}
