import { type ReactNode, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { call } from '../../data/api/call.ts'
import { browserZone } from '../../data/state/preferences.ts'
import { useFirstTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { TimeZoneChoice } from '../../ui/forms/time-zone-choice.tsx'
import type { SessionStart } from './enter.ts'
import { PasswordField } from './password-field.tsx'
import { useSending } from './use-sending.ts'

/** Makes the first owner and the first organization, with the code that the service printed. */
export const SetupForm = ({ onEnter }: { onEnter: SessionStart }): ReactNode => {
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
