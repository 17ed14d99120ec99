import type { ReactNode } from 'react'
import { call } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { CodeForm } from './code-form.tsx'

/** Target of invitation mails. */
export const InvitationPage = (): ReactNode => {
  const { signIn } = useTexts()
  return (
    <CodeForm
      title={signIn.invitationTitle}
      help={signIn.invitationHelp}
      gone={signIn.invitationGone}
      passwordLabel={signIn.password}
      submit={signIn.invitationSubmit}
      hasName
      send={(input) => call('orgs', 'acceptInvitation', input)}
    />
  )
}
