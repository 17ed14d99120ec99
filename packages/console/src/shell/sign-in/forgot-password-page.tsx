import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../../data/api/api-query.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { Door } from './door.tsx'

/** Asks for a mail with a link to a new password. What it says afterwards is the same for every address. */
export const ForgotPasswordPage = (): ReactNode => {
  const texts = useTexts()
  const { signIn } = texts
  const lang = serviceLanguage(useLanguage())
  const request = useMutation({
    mutationFn: (email: string) => call('sessions', 'requestPasswordReset', { email, lang }),
  })
  return (
    <Door title={signIn.forgotTitle}>
      <form action={(form: FormData) => request.mutate(formText(form, 'email'))} className="flex flex-col gap-4">
        <h1>{signIn.forgotTitle}</h1>
        {request.isError && <Notice tone="critical">{errorText(texts, request.error)}</Notice>}
        {request.isSuccess ? (
          <Notice>{signIn.forgotSent}</Notice>
        ) : (
          <>
            <p className="text-quiet">{signIn.forgotHelp}</p>
            <TextField label={signIn.email} name="email" type="email" autoComplete="username" required />
            <Button type="submit" isChange={false} variant="primary" className="min-h-10" isBusy={request.isPending}>
              {signIn.forgotSend}
            </Button>
          </>
        )}
        <Link to="/sign-in">{signIn.toSignIn}</Link>
      </form>
    </Door>
  )
}
