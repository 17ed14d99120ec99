import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MembersTable } from './members-table.tsx'
import { RolesTable } from './roles-table.tsx'

/** Who belongs to the organization, with which role, and who is invited. */
export const PeoplePage = (): ReactNode => {
  const { people } = useTexts()
  const { orgId } = useOrg()
  const [isManager, isOwner] = [useHasRole('manager'), useHasRole('owner')]
  const [isInviting, setIsInviting] = useState(false)
  const members = useQuery({ ...apiQuery('orgs', 'users', { orgId }), enabled: isManager })
  const invitations = useQuery({ ...apiQuery('orgs', 'invitations', { orgId }), enabled: isOwner })
  const invite = isOwner && (
    <Button variant="primary" icon={UserPlus} isChange onClick={() => setIsInviting(true)}>
      {people.invite}
    </Button>
  )
  const open = invitations.data?.length ?? 0
  const counts = members.data && [
    people.members({ count: members.data.length }),
    ...(open > 0 ? [people.open({ count: open })] : []),
  ]
  return (
    <Page title={people.title} facts={counts?.join(' · ')} actions={invite}>
      {isManager ? (
        <Loaded query={members}>
          {(all) => (
            <section
              aria-label={people.title}
              className="min-w-0 overflow-clip rounded-card border border-line bg-surface"
            >
              <MembersTable members={all} invitations={invitations.data ?? []} />
            </section>
          )}
        </Loaded>
      ) : (
        <NoPermission role="manager" />
      )}
      <RolesTable />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Page>
  )
}
