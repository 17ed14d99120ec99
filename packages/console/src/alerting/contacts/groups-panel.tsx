import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useLocale } from '../../data/format/use-locale.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import type { PeopleProps } from './contacts-panel.tsx'
import { GroupDialog } from './group-dialog.tsx'
import type { Group } from './group-draft.rules.ts'
import { PeoplePanel, PeopleRow } from './people-panel.tsx'
import { RowActions } from './row-actions.tsx'
import { usesOfGroup } from './uses.rules.ts'

interface DutyPreviewProps {
  group: Group
  nameOf: (id: number | null) => string
}

/** Who is on duty in the next two weeks, by the clocks of the organization. */
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
export const GroupsPanel = ({ contacts, groups, policies }: PeopleProps): ReactNode => {
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

/** Says who is on duty, where that is set by hand. */
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
