import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useLocale } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { AlertsFrame } from '../alerts-frame.tsx'
import { PolicySteps } from '../policy-choice.tsx'
import { ContactsPanel, type PeopleProps, usesOfGroup } from './contacts-panel.tsx'
import { GroupDialog } from './group-dialog.tsx'
import type { Group } from './group-draft.rules.ts'
import { PeoplePanel, PeopleRow, RowActions } from './people-panel.tsx'
import { PolicyDialog } from './policy-dialog.tsx'
import type { Policy } from './policy-draft.rules.ts'
import { SendingPanel } from './sending-panel.tsx'
import { WebhookBodies } from './webhook-bodies.tsx'

/** In which order contacts are notified until one confirms. */
const PoliciesPanel = ({ contacts, groups, policies }: PeopleProps): ReactNode => {
  const { contacts: texts } = useTexts()
  const [edited, setEdited] = useState<Policy | 'new' | null>(null)
  const remove = useAction('escalationPolicies', 'delete', [['escalationPolicies']])
  return (
    <>
      <PeoplePanel
        title={texts.policies}
        help={texts.policiesHelp}
        none={texts.noPolicies}
        addText={texts.newPolicy}
        isAddDisabled={contacts.length === 0}
        onAdd={() => setEdited('new')}
      >
        {policies.map((policy) => (
          <PeopleRow
            key={policy.id}
            actions={
              <RowActions
                name={policy.name}
                uses={[]}
                isBusy={remove.isPending}
                onEdit={() => setEdited(policy)}
                onDelete={() => remove.mutate({ policyId: policy.id })}
              />
            }
          >
            <span className="font-medium break-words">{policy.name}</span>
            <PolicySteps policy={policy} contacts={contacts} groups={groups} />
          </PeopleRow>
        ))}
      </PeoplePanel>
      {edited !== null && (
        <PolicyDialog
          policy={edited === 'new' ? null : edited}
          contacts={contacts}
          groups={groups}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

/** Recipients of alerts: contacts, on-call groups and escalation policies. */
export const ContactsPage = (): ReactNode => {
  const { contacts: texts } = useTexts()
  const mayRead = useHasRole('operator')
  return (
    <AlertsFrame>
      {mayRead ? <People /> : <EmptyState title={texts.notForYou} />}
      <WebhookBodies />
      <SendingPanel />
    </AlertsFrame>
  )
}

/** The person on duty changes with time. */
const refetchMs = 60_000

const People = (): ReactNode => {
  const { orgId } = useOrg()
  const contacts = useQuery(apiQuery('contacts', 'list', { orgId }))
  const groups = useQuery({ ...apiQuery('contactGroups', 'list', { orgId }), refetchInterval: refetchEvery(refetchMs) })
  const policies = useQuery(apiQuery('escalationPolicies', 'list', { orgId }))
  return (
    <Loaded query={contacts}>
      {(people) => (
        <Loaded query={groups}>
          {(teams) => (
            <Loaded query={policies}>
              {(orders) => {
                const all = { contacts: people, groups: teams, policies: orders }
                return (
                  <>
                    <ContactsPanel {...all} />
                    <GroupsPanel {...all} />
                    <PoliciesPanel {...all} />
                  </>
                )
              }}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface DutyPreviewProps {
  group: Group
  nameOf: (id: number | null) => string
}

/** Preview of who is on duty in the next two weeks, in the organization's time zone. */
const DutyPreview = ({ group, nameOf }: DutyPreviewProps): ReactNode => {
  const { contacts: texts } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-quiet">{texts.nextWeeks}</summary>
      {isOpen && <Turns groupId={group.id} nameOf={nameOf} />}
    </details>
  )
}

const Turns = ({ groupId, nameOf }: { groupId: number; nameOf: DutyPreviewProps['nameOf'] }): ReactNode => {
  const { common, contacts: texts } = useTexts()
  const { locale, clock } = useLocale()
  const duty = useQuery(apiQuery('contactGroups', 'duty', { groupId }))
  const timeZone = duty.data?.timeZone ?? 'UTC'
  const format = useMemo(
    () => new Intl.DateTimeFormat(locale, { ...clock, weekday: 'short', day: 'numeric', month: 'short', timeZone }),
    [locale, clock, timeZone],
  )
  return (
    <Loaded query={duty}>
      {({ turns }) => (
        <>
          <ol aria-label={texts.nextWeeks} className="mt-1 flex flex-col gap-1">
            {turns.map(({ from, till, contactId }) => (
              <li key={from}>
                {format.format(new Date(from))} – {format.format(new Date(till))}: {nameOf(contactId)}
              </li>
            ))}
          </ol>
          <p className="text-quiet">{common.timesIn({ zone: timeZone })}</p>
        </>
      )}
    </Loaded>
  )
}

/** Groups with who is on duty now, and in the next two weeks. */
const GroupsPanel = ({ contacts, groups, policies }: PeopleProps): ReactNode => {
  const { contacts: texts } = useTexts()
  const [edited, setEdited] = useState<Group | 'new' | null>(null)
  const remove = useAction('contactGroups', 'delete', [['contactGroups']])
  const nameOf = (id: number | null): string => contacts.find((one) => one.id === id)?.name ?? texts.nobody
  return (
    <>
      <PeoplePanel
        title={texts.groups}
        help={texts.groupsHelp}
        none={texts.noGroups}
        addText={texts.newGroup}
        isAddDisabled={contacts.length === 0}
        onAdd={() => setEdited('new')}
      >
        {groups.map((group) => (
          <PeopleRow
            key={group.id}
            actions={
              <RowActions
                name={group.name}
                uses={usesOfGroup(group.id, policies)}
                isBusy={remove.isPending}
                onEdit={() => setEdited(group)}
                onDelete={() => remove.mutate({ groupId: group.id })}
              />
            }
          >
            <span className="font-medium break-words">{group.name}</span>
            <span className="text-sm">
              {texts.onDutyNow}: <strong className="font-medium">{nameOf(group.onDutyId)}</strong>
            </span>
            <span className="text-sm text-quiet">
              {texts.kinds[group.rotation.kind]} · {group.members.map(nameOf).join(', ')}
            </span>
            {group.rotation.kind === 'by-hand' && <OnDuty group={group} contacts={contacts} />}
            <DutyPreview group={group} nameOf={nameOf} />
          </PeopleRow>
        ))}
      </PeoplePanel>
      {edited !== null && (
        <GroupDialog group={edited === 'new' ? null : edited} contacts={contacts} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

/** Shows who is on duty, if that is set by hand. */
const OnDuty = ({ group, contacts }: { group: Group; contacts: PeopleProps['contacts'] }): ReactNode => {
  const { contacts: texts } = useTexts()
  const mayChange = useHasRole('manager')
  const set = useAction('contactGroups', 'setOnDuty', [['contactGroups']])
  if (!mayChange || group.rotation.kind !== 'by-hand') return null
  const members = contacts.filter(({ id }) => group.members.includes(id))
  return (
    <div className="max-w-xs">
      <Choice<number>
        label={texts.setOnDuty}
        value={group.rotation.onDutyId ?? 0}
        options={[[0, texts.nobody], ...members.map(({ id, name }) => [id, name] as const)]}
        onChange={(id) => set.mutate({ groupId: group.id, contactId: id === 0 ? null : id })}
      />
    </div>
  )
}
