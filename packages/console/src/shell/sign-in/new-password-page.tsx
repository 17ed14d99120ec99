import type { ReactNode } from 'react'
import { call } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { CodeForm } from './code-form.tsx'

/** Target of password reset mails. */
export const NewPasswordPage = (): ReactNode => {
  const { signIn } = useTexts()
  return (
    <CodeForm
      title={signIn.forgotTitle}
      gone={signIn.linkGone}
      passwordLabel={signIn.newPassword}
      submit={signIn.newPasswordSubmit}
      send={({ code, password: newPassword, secondFactor }) =>
        call('sessions', 'resetPassword', { code, newPassword, ...(secondFactor !== undefined && { secondFactor }) })
      }
    />
  )
}
