import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, factorError } from '../../data/api/api-error.ts'
import { type Session, startSession } from '../../data/state/session.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FactorField } from '../../ui/forms/factor-field.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { Door } from './door.tsx'
import { PasswordField } from './password-field.tsx'

interface CodeFormProps {
  title: string
  help?: string
  /** Shown for an unknown code. */
  gone: string
  passwordLabel: string
  submit: string
  /** Also asks for a name. */
  hasName?: boolean
  send: (input: { code: string; name: string; password: string; secondFactor?: string }) => Promise<Session>
}

/** A truncated code is invalid. */
const codeForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The page of a link in a mail: with its code one chooses a password and is signed in. The code is after #, where no server sees it. */
export const CodeForm = ({ title, help, gone, passwordLabel, submit, hasName, send }: CodeFormProps): ReactNode => {
  const texts = useTexts()
  const { signIn } = texts
  const code = useLocation({ select: ({ hash }) => hash })
  const { history } = useRouter()
  const sending = useMutation({
    mutationFn: (form: FormData) => {
      const factor = formText(form, 'secondFactor')
      return send({
        code,
        name: formText(form, 'name'),
        password: formText(form, 'password'),
        ...(factor !== '' && { secondFactor: factor }),
      })
    },
    onSuccess: (opened) => {
      startSession(opened, opened.email)
      history.replace('/overview')
    },
  })
  const { error } = sending
  const factor = factorError(error)
  const isGone = !codeForm.test(code) || (error instanceof ApiError && error.status === 404)
  return (
    <Door title={title}>
      <form
        className="flex flex-col gap-4"
        // Not as an action of the form, which would empty it however it ends.
        onSubmit={(event) => {
          event.preventDefault()
          sending.mutate(new FormData(event.currentTarget))
        }}
      >
        <h1>{title}</h1>
        {help !== undefined && <p className="text-quiet">{help}</p>}
        {(isGone || (sending.isError && factor === null)) && (
          <Notice tone="critical">{isGone ? gone : errorText(texts, error)}</Notice>
        )}
        {hasName && <TextField label={signIn.yourName} name="name" autoComplete="name" required />}
        <PasswordField label={passwordLabel} hint={signIn.passwordHelp} isNew />
        {factor !== null && <FactorField error={factor === 'wrong' ? signIn.factorWrong : undefined} />}
        <Button
          type="submit"
          isChange={false}
          variant="primary"
          className="min-h-10"
          disabled={isGone}
          isBusy={sending.isPending}
        >
          {submit}
        </Button>
        <Link to="/sign-in">{signIn.toSignIn}</Link>
      </form>
    </Door>
  )
}
