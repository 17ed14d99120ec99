import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../api/api.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Failure, Labelled, Notice } from '../ui/parts.tsx'

interface Props {
  username: 'admin' | 'user'
  max: number
  onDone: () => void
  label?: string
}

/** A new password, twice. It counts at once. */
export const PasswordForm = ({ username, max, onDone, label }: Props): ReactNode => {
  const { users } = useTexts()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isDone, setIsDone] = useState(false)
  const isRight = new RegExp(`^[!-~]{5,${max}}$`).test(password)
  const isSame = password === again
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setError(null)
    try {
      await call('users.setPassword', { username, password })
      setPassword('')
      setAgain('')
      setIsDone(true)
      onDone()
    } catch (problem) {
      setError(problem)
    }
  }
  const typed = (set: (text: string) => void) => (text: string) => {
    setIsDone(false)
    set(text)
  }
  return (
    <form className="stack" onSubmit={(event) => void save(event)}>
      <input type="text" hidden readOnly autoComplete="username" value={username} />
      <Labelled label={users.newPassword} hint={users.rule({ max })}>
        {(id) => (
          <input
            id={id}
            className="field"
            type="password"
            autoComplete="new-password"
            value={password}
            aria-invalid={password !== '' && !isRight}
            onChange={(event) => typed(setPassword)(event.target.value)}
          />
        )}
      </Labelled>
      <Labelled label={users.repeat}>
        {(id) => (
          <>
            <input
              id={id}
              className="field"
              type="password"
              autoComplete="new-password"
              value={again}
              aria-invalid={again !== '' && !isSame}
              onChange={(event) => typed(setAgain)(event.target.value)}
            />
            {again !== '' && !isSame && <span className="mistake">{users.differ}</span>}
          </>
        )}
      </Labelled>
      <Failure error={error} />
      {isDone && <Notice>{users.changed}</Notice>}
      <Button type="submit" kind="primary" disabled={!isRight || !isSame}>
        {label ?? users.set}
      </Button>
    </form>
  )
}
