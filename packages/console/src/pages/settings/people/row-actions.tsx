import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ask } from '../../../api/ask.ts'
import { useOrg } from '../../../api/use-org.tsx'
import { serviceLanguage, useLanguage } from '../../../state/preferences.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { ConfirmButton } from '../../../ui/actions/confirm-button.tsx'
import { Dialog } from '../../../ui/actions/dialog.tsx'
import { useAct } from '../../../ui/actions/use-act.ts'
import { toast } from '../../../ui/feedback/toasts.tsx'
import { InvitationLink } from './invitation-link.tsx'
import type { Invitation, Member } from './member.ts'

/** Keys of programs are withdrawn where they are listed. */
export const MemberActions = ({ member: { userId, name, email } }: { member: Member }): ReactNode => {
  const { people } = useTexts()
  const { orgId, orgName } = useOrg()
  const remove = useAct('orgs', 'removeUser', [['orgs'], ['sessions', 'userOrgs']])
  if (email === undefined) return null
  return (
    <ConfirmButton
      act={people.remove}
      label={people.removeOf(name)}
      question={people.removeQuestion(name, orgName)}
      variant="danger"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ orgId, userId }, { onSuccess: () => toast(people.removed(name)) })}
    />
  )
}

export const InvitationActions = ({ invitation: { id, email, role } }: { invitation: Invitation }): ReactNode => {
  const { people } = useTexts()
  const { orgId } = useOrg()
  const lang = serviceLanguage(useLanguage())
  const [code, setCode] = useState<string | null>(null)
  const sendsMail = useQuery(ask('orgs', 'setupState', {})).data?.sendsMail ?? true
  const withdraw = useAct('orgs', 'withdrawInvitation', [['orgs', 'invitations']])
  const again = useAct('orgs', 'invite', [['orgs', 'invitations']])
  const invite = (): void =>
    again.mutate(
      { orgId, email, role, lang },
      { onSuccess: (made) => (made.code === undefined ? toast(people.sent(email)) : setCode(made.code)) },
    )
  return (
    <span className="inline-flex gap-2">
      <Button isChange isBusy={again.isPending} aria-label={people.againOf(email)} onClick={invite}>
        {sendsMail ? people.again : people.againLink}
      </Button>
      <ConfirmButton
        act={people.withdraw}
        label={people.withdrawOf(email)}
        question={people.withdrawQuestion(email)}
        variant="danger"
        isBusy={withdraw.isPending}
        onConfirm={() => withdraw.mutate({ orgId, invitationId: id }, { onSuccess: () => toast(people.withdrawn) })}
      />
      <Dialog title={people.againOf(email)} isOpen={code !== null} onClose={() => setCode(null)}>
        <InvitationLink email={email} code={code ?? ''} />
      </Dialog>
    </span>
  )
}
