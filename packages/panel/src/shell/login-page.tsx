import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { call } from '../api/api.ts'
import { logIn } from '../api/login.ts'
import { goTo, hrefOf, httpsOrigin, isUnencrypted } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Failure, Labelled, Notice } from '../ui/parts.tsx'
import { LanguageChoice } from './preferences.tsx'

/** The way in. A new box goes on to its first run. */
export const LoginPage = (): ReactNode => {
  const { login, nav } = useTexts()
  const [username, setUsername] = useState('admin')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    document.title = nav.brand
  }, [nav.brand])
  const enter = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setIsBusy(true)
    setError(null)
    try {
      await logIn(username.trim(), password)
      const { isPasswordOwn, level } = await call('users.list')
      if (!isPasswordOwn && level === 2) goTo(hrefOf('setup'))
    } catch (problem) {
      setError(problem)
      setIsBusy(false)
    }
  }
  return (
    <main className="narrow-page stack">
      <h1>{nav.brand}</h1>
      <p className="quiet">{login.about}</p>
      <FirstRunNotice />
      <form className="stack" onSubmit={(event) => void enter(event)}>
        <Labelled label={login.username}>
          {(id) => (
            <input
              id={id}
              className="field"
              value={username}
              autoComplete="username"
              autoCapitalize="none"
              required
              onChange={(event) => setUsername(event.target.value)}
            />
          )}
        </Labelled>
        <Labelled label={login.password}>
          {(id) => (
            <input
              id={id}
              className="field"
              type="password"
              value={password}
              autoComplete="current-password"
              required
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Labelled>
        <Failure error={error} />
        <Button type="submit" kind="primary" disabled={isBusy}>
          {login.enter}
        </Button>
      </form>
      {isUnencrypted() && <PlainNotice />}
      <LanguageChoice />
    </main>
  )
}

/** Hints for the first run: the location of the code, and lines of the boot file that were not applied. */
const FirstRunNotice = (): ReactNode => {
  const { login, bootFile } = useTexts()
  const { data } = usePoll(() => call('box.firstRun'), null)
  if (data === undefined) return null
  return (
    <>
      {data.isOpen && <Notice>{login.firstRun}</Notice>}
      {data.problems.map(({ line, problem }) => (
        <Notice key={line} tone="warning">
          {bootFile.line({ line, problem: bootFile[problem] })}
        </Notice>
      ))}
    </>
  )
}

/** The warning of an unencrypted connection, with the link to HTTPS while the gateway listens for it. */
const PlainNotice = (): ReactNode => {
  const { login } = useTexts()
  const { data } = usePoll(() => call('box.https'), null)
  const port = data?.port ?? null
  return (
    <Notice tone="warning">
      <div className="stack">
        <span>{login.plainHttp}</span>
        {port !== null && <a href={`${httpsOrigin(port)}/${location.hash}`}>{login.goEncrypted}</a>}
      </div>
    </Notice>
  )
}
