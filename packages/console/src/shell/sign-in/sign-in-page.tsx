import { useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SignIn } from './sign-in.tsx'

/** For who was signed in, and comes here without a new page. */
export const SignInPage = (): ReactNode => {
  const { back } = useSearch({ from: '/sign-in' })
  const { history } = useRouter()
  return <SignIn back={back} onEnter={(path) => history.replace(path)} />
}
