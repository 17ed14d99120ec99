import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { apiQuery } from '../../../api/api-query.ts'
import { type Role, useOrg } from '../../../api/use-org.tsx'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/actions/dialog.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toasts.tsx'
import type { Member } from './member.ts'

export interface ChangeRoleProps {
  member: Member
  role: Role
  onClose: () => void
}

/** Asks before a member gets another role: it takes effect at once. */
export const ChangeRole = ({
  member: { userId, name, role: before, isByGroups },
  role,
  onClose,
}: ChangeRoleProps): ReactNode => {
  const { people, shell, common } = useTexts()
  const { orgId } = useOrg()
  const self = useQuery(apiQuery('sessions', 'user', {})).data?.id
  const change = useAction('orgs', 'changeRole', [['orgs'], ['sessions', 'userOrgs']], (_, request) =>
    toast(people.changed({ name, role: shell.roles[request.role] })),
  )
  const isRefused = change.error instanceof ApiError && change.error.code === 'NotAuthorized'
  const confirm = (): void => change.mutate({ orgId, userId, role }, { onSuccess: onClose })
  return (
    <Dialog title={people.changeRole} isOpen onClose={onClose}>
      <div className="flex flex-col gap-3">
        <p>{people.changeQuestion({ name, from: shell.roles[before], to: shell.roles[role] })}</p>
        <p className="text-quiet">{people.roleHelp[role]}</p>
        {isByGroups && <Notice>{people.byGroupsChange}</Notice>}
        {userId === self && <Notice tone="warning">{people.ownRole}</Notice>}
        {isRefused && <Notice tone="critical">{people.lastOwner}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" isChange isBusy={change.isPending} onClick={confirm}>
            {people.changeRole}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
