import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'

/** Keys of programs are withdrawn where they are listed. */
export const MemberActions = ({ member: { userId, name, email, isByGroups } }: { member: Member }): ReactNode => {
  const { people } = useTexts()
  const { orgId, orgName } = useOrg()
  const remove = useAction('orgs', 'removeUser', [['orgs'], ['sessions', 'userOrgs']])
  if (email === undefined) return null
  return (
    <ConfirmButton
      act={people.remove}
      label={people.removeOf({ name })}
      question={[people.removeQuestion({ name, org: orgName }), ...(isByGroups ? [people.byGroupsRemove] : [])].join(
        ' ',
      )}
      variant="danger"
      isBusy={remove.isPending}
      onConfirm={() =>
        // Its row is gone by then.
        void remove.mutateAsync({ orgId, userId }).then(
          () => toast(people.removed({ name })),
          () => {},
        )
      }
    />
  )
}

export interface InvitationActionsProps {
  invitation: Invitation
  /** Receives a link that is not sent by mail. The row is replaced by then. */
  onLink: (link: { email: string; code: string }) => void
}

export const InvitationActions = ({ invitation, onLink }: InvitationActionsProps): ReactNode => {
  const { id, email, role } = invitation
  const { people } = useTexts()
  const { orgId } = useOrg()
  const lang = serviceLanguage(useLanguage())
  const sendsMail = useQuery(apiQuery('orgs', 'setupState', {})).data?.sendsMail ?? true
  const withdraw = useAction('orgs', 'withdrawInvitation', [['orgs', 'invitations']])
  const again = useAction('orgs', 'invite', [['orgs', 'invitations']])
  const invite = (): void =>
    void again.mutateAsync({ orgId, email, role, lang }).then(
      ({ code }) => (code === undefined ? toast(people.sent({ email })) : onLink({ email, code })),
      () => {},
    )
  const action = sendsMail ? people.again : people.againLink
  return (
    <span className="inline-flex gap-2">
      <Button isChange isBusy={again.isPending} aria-label={people.againFor({ action, email })} onClick={invite}>
        {action}
      </Button>
      <ConfirmButton
        act={people.withdraw}
        label={people.withdrawOf({ email })}
        question={people.withdrawQuestion({ email })}
        variant="danger"
        isBusy={withdraw.isPending}
        onConfirm={() =>
          void withdraw.mutateAsync({ orgId, invitationId: id }).then(
            () => toast(people.withdrawn),
            () => {},
          )
        }
      />
    </span>
  )
}

export type Member = AnswerOf<'orgs', 'users'>[number]
export type Invitation = AnswerOf<'orgs', 'invitations'>[number]
