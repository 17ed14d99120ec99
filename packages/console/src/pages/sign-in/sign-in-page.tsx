import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { lastUser, useSession } from '../../state/session.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PreferenceChoices } from '../../ui/preference-choices.tsx'
import { LoginForm } from './login-form.tsx'
import { SetupForm } from './setup-form.tsx'

/** The door. An installation without anybody asks for its first owner instead. */
export const SignInPage = (): ReactNode => {
  const { common, signIn } = useTexts()
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
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 p-4">
      <title>{`${signIn.title} · ${common.appName}`}</title>
      <div className="flex items-end gap-3">
        <svg viewBox="0 0 18 20" className="h-10 w-9 fill-accent" aria-hidden="true">
          <path d="M0 0h4v20H0zM7 0h4v14H7zM14 0h4v8h-4z" />
        </svg>
        <p className="text-2xl font-semibold tracking-tight">{common.appName}</p>
      </div>
      {hasPlace && <Notice>{signIn.ended}</Notice>}
      <Loaded query={setup}>{({ isNeeded }) => (isNeeded ? <SetupForm /> : <LoginForm />)}</Loaded>
      <div className="grid grid-cols-2 gap-3">
        <PreferenceChoices />
      </div>
    </main>
  )
}
