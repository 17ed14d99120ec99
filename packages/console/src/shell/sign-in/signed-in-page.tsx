import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call, takeOverProfile } from '../../data/api/api-query.ts'
import { startSession, takeProviderTicket } from '../../data/state/session.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { providerErrorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Door } from './door.tsx'

/** Target of redirects from identity providers: opens a session with the received code, once. */
export const SignedInPage = (): ReactNode => {
  const texts = useTexts()
  const { signIn, errors } = texts
  const { history } = useRouter()
  const [problem, setProblem] = useState<string | null>(null)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    const query = location.search.slice(1)
    // The used code is removed from the browser's history.
    window.history.replaceState(window.history.state, '', '/signed-in')
    const begun = takeProviderTicket()
    if (begun === null) {
      setProblem(errors.SignInStale)
      return
    }
    call('oidc', 'login', { ticket: begun.ticket, query }).then(
      (opened) => {
        startSession(opened, opened.email, opened.signOutUrl)
        void takeOverProfile()
        history.replace(begun.back)
      },
      (error: unknown) => setProblem(providerErrorText(texts, error)),
    )
  }, [errors, history, texts])
  return (
    <Door title={signIn.title}>
      <div className="flex flex-col gap-4">
        <h1>{signIn.title}</h1>
        {problem === null ? (
          <p role="status" className="text-quiet">
            {signIn.signingIn}
          </p>
        ) : (
          <>
            <Notice tone="critical">{problem}</Notice>
            <Link to="/sign-in">{signIn.toSignIn}</Link>
          </>
        )}
      </div>
    </Door>
  )
}
