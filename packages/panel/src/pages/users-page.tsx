import { type ReactNode, useState } from 'react'
import { call } from '../api/api.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Failure, Notice } from '../ui/parts.tsx'
import { PasswordForm } from './password-form.tsx'

/** Accounts: admin, the user of level 1, and access after the button was pressed. */
export const UsersPage = (): ReactNode => {
  const { users } = useTexts()
  const { data, error, again } = usePoll(() => call('users.list'), 5000)
  const [failure, setFailure] = useState<unknown>(null)
  const attempt = (act: () => Promise<unknown>): void => {
    setFailure(null)
    void act().then(again, setFailure)
  }
  return (
    <main className="columns">
      <Card title="admin" aside={users.level2} className="w4">
        <PasswordForm username="admin" max={10} onDone={again} />
      </Card>
      <Card title="user" aside={users.level1} className="w4">
        <div className="stack">
          <p className="quiet">{data?.hasUser === true ? users.userThere : users.noUser}</p>
          <PasswordForm username="user" max={64} onDone={again} />
          {data?.hasUser === true && (
            <Button
              kind="danger"
              onClick={() => attempt(() => call('users.setPassword', { username: 'user', password: null }))}
            >
              {users.removeUser}
            </Button>
          )}
        </div>
      </Card>
      <Card title={users.button} className="w4">
        <div className="stack">
          <p className="quiet">{users.buttonAbout}</p>
          {data?.isButtonPressed === true && <Notice tone="warning">{users.isPressed}</Notice>}
          <Button onClick={() => attempt(() => call('users.pressButton'))}>{users.press}</Button>
        </div>
      </Card>
      <div className="w12">
        <Failure error={failure ?? error} />
      </div>
    </main>
  )
}
