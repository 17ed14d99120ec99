import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { apiQuery } from '../../data/api/api-query.ts'
import { type Role, useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { type Column, DataTable } from '../../ui/layout/table.tsx'
import { useMedia } from '../../ui/layout/use-media.ts'
import { InvitationLink } from './invite-dialog.tsx'
import type { Invitation, Member } from './row-actions.tsx'
import { InvitationActions, MemberActions } from './row-actions.tsx'

interface ChangeRoleProps {
  member: Member
  role: Role
  onClose: () => void
}

/** Asks before a member gets another role: it takes effect at once. */
const ChangeRole = ({
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

interface Link {
  email: string
  code: string
}
type Row = { member: Member } | { invitation: Invitation }

const roles: readonly Role[] = ['demo', 'viewer', 'operator', 'manager', 'owner']
const rowPx = 56

/** Members, and below them who has not come yet. */
export const MembersTable = (props: { members: readonly Member[]; invitations: readonly Invitation[] }): ReactNode => {
  const { members, invitations } = props
  const { people } = useTexts()
  const [next, setNext] = useState<{ member: Member; role: Role } | null>(null)
  const isPhone = useMedia('phone')
  const [link, setLink] = useState<Link | null>(null)
  const columns = useColumns((member, role) => setNext({ member, role }), setLink)
  const rows: Row[] = [...members.map((member) => ({ member })), ...invitations.map((invitation) => ({ invitation }))]
  return (
    <>
      {isPhone ? (
        <ul aria-label={people.title} className="text-sm">
          {rows.map((row) => (
            <li
              key={'member' in row ? row.member.userId : row.invitation.id}
              className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0"
            >
              <div>{columns.find(({ id }) => id === 'name')?.cell(row)}</div>
              <div className="flex flex-wrap items-center justify-between gap-2">
                {columns.find(({ id }) => id === 'role')?.cell(row)}
                {columns.find(({ id }) => id === 'actions')?.cell(row)}
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <DataTable
          label={people.title}
          rows={rows}
          columns={columns}
          rowKey={(row) => ('member' in row ? row.member.userId : row.invitation.id)}
          rowPx={rowPx}
        />
      )}
      {next !== null && <ChangeRole {...next} onClose={() => setNext(null)} />}
      {link !== null && (
        <Dialog title={people.againOf({ email: link.email })} isOpen onClose={() => setLink(null)}>
          <InvitationLink {...link} />
        </Dialog>
      )}
    </>
  )
}

const useColumns = (
  onRole: (member: Member, role: Role) => void,
  onLink: (link: Link) => void,
): readonly Column<Row>[] => {
  const { people, common, shell } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  const isOwner = useHasRole('owner')
  const self = useQuery(apiQuery('sessions', 'user', {})).data?.id
  const signInOf = ({ email, hasProvider, hasPasskey, hasSecondFactor }: Member): string => {
    if (email === undefined) return people.program
    const methods = [
      ...(hasProvider ? [people.withProvider] : []),
      ...(hasPasskey ? [people.withPasskey] : []),
      ...(hasSecondFactor ? [people.withCode] : []),
    ]
    return methods.length === 0 ? people.passwordOnly : methods.join(', ')
  }
  return [
    {
      id: 'name',
      title: common.name,
      share: 2.2,
      cell: (row) =>
        'member' in row ? (
          <Named
            name={row.member.name}
            mark={row.member.userId === self ? people.you : ''}
            below={row.member.email ?? people.program}
            note={row.member.email !== undefined && !row.member.isEmailProven ? people.unproven : ''}
            noteHelp={people.unprovenHelp}
          />
        ) : (
          <Named
            name={row.invitation.email}
            mark=""
            below={people.invitedTill({ when: moment(row.invitation.expiresOn, now) })}
          />
        ),
    },
    {
      id: 'role',
      title: people.role,
      share: 1.1,
      phone: 'value',
      cell: (row) => {
        if (!('member' in row)) return shell.roles[row.invitation.role]
        const { member } = row
        if (!isOwner) return shell.roles[member.role]
        return (
          <Choice
            label={people.roleOf({ name: member.name })}
            isLabelHidden
            value={member.role}
            options={roles.map((role) => [role, shell.roles[role]] as const)}
            onChange={(role) => role !== member.role && onRole(member, role)}
          />
        )
      },
    },
    {
      id: 'sign-in',
      title: people.signIn,
      share: 1.3,
      from: 'desktop',
      cell: (row) => ('member' in row && row.member.email !== undefined ? signInOf(row.member) : ''),
    },
    {
      id: 'seen',
      title: people.lastSeen,
      from: 'tablet',
      cell: (row) => ('member' in row && row.member.email !== undefined ? <Ago iso={row.member.lastSeenOn} /> : ''),
    },
    ...(isOwner
      ? [
          {
            id: 'actions',
            title: people.actions,
            isTitleHidden: true,
            share: 1.7,
            align: 'right',
            phone: 'action',
            cell: (row: Row) =>
              'member' in row ? (
                <MemberActions member={row.member} />
              ) : (
                <InvitationActions invitation={row.invitation} onLink={onLink} />
              ),
          } as const,
        ]
      : []),
  ]
}

interface NamedProps {
  name: string
  mark: string
  below: string
  note?: string
  noteHelp?: string
}

const Named = ({ name, mark, below, note = '', noteHelp }: NamedProps): ReactNode => (
  <>
    <span className="block truncate font-medium" title={name}>
      {name} {mark !== '' && <span className="font-normal text-quiet">{mark}</span>}
    </span>
    <span className="block truncate text-xs text-quiet" title={below}>
      {below}
      {note !== '' && <span title={noteHelp}> · {note}</span>}
    </span>
  </>
)
