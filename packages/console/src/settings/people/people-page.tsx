import { useQuery } from '@tanstack/react-query'
import { Check, Minus, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { type Role, useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MembersTable } from './members-table.tsx'

/** Members with their roles, and invitations. */
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

const roles = ['viewer', 'operator', 'manager', 'owner'] as const satisfies readonly Role[]
/** The least role for each. */
const rights = {
  look: 'viewer',
  confirm: 'operator',
  write: 'operator',
  change: 'manager',
  audit: 'manager',
  people: 'owner',
} as const satisfies Record<string, (typeof roles)[number]>

/** Permissions of each role in plain words. */
const RolesTable = (): ReactNode => {
  const { people, shell } = useTexts()
  return (
    <Panel title={people.rolesTitle}>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="h-8.5 border-y border-line bg-sunken text-xs text-faint">
            <th scope="col" className="px-4 text-left font-medium">
              <span className="sr-only">{people.may}</span>
            </th>
            {roles.map((role) => (
              <th key={role} scope="col" className="px-1.5 py-1 text-center font-medium break-words md:px-3">
                {shell.roles[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(rights).map(([right, least]) => (
            <tr key={right} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-4 py-2 text-left font-normal">
                {people.rights[right as keyof typeof rights]}
              </th>
              {roles.map((role) => (
                <td key={role} className="px-1.5 text-center md:px-3">
                  <Mark isGranted={roles.indexOf(role) >= roles.indexOf(least)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

const Mark = ({ isGranted }: { isGranted: boolean }): ReactNode => {
  const { people } = useTexts()
  const Icon = isGranted ? Check : Minus
  return (
    <>
      <Icon className={`mx-auto size-4 ${isGranted ? '' : 'text-faint'}`} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{isGranted ? people.yes : people.no}</span>
    </>
  )
}
