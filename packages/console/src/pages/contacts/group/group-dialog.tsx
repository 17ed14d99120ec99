import type { ReactNode } from 'react'
import { useOrg } from '../../../api/use-org.tsx'
import { useOwnZone } from '../../../state/preferences.ts'
import { serverNow } from '../../../state/server-time.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { Choice, TextField } from '../../../ui/forms/fields.tsx'
import { NameField } from '../../../ui/forms/name-field.tsx'
import type { Contact } from '../contact/contact-draft.rules.ts'
import { EditDialog } from '../edit-dialog.tsx'
import { useDraft } from '../use-draft.ts'
import {
  type Group,
  groupDraftOf,
  groupFields,
  groupProblem,
  type RotationKind,
  rotationKinds,
} from './group-draft.rules.ts'
import { MemberList } from './member-list.tsx'
import { OverrideList } from './override-list.tsx'

export interface GroupDialogProps {
  group: Group | null
  contacts: readonly Contact[]
  onClose: () => void
}

/** Makes a group, or changes one. */
export const GroupDialog = ({ group, contacts, onClose }: GroupDialogProps): ReactNode => {
  const zone = useOwnZone()
  const { contacts: texts } = useTexts()
  const { orgId } = useOrg()
  const create = useAction('contactGroups', 'create', [['contactGroups']])
  const change = useAction('contactGroups', 'change', [['contactGroups']])
  const { draft, edit, problem, save } = useDraft({
    initial: () => groupDraftOf(group, serverNow(), zone),
    problemOf: groupProblem,
    send: (typed, options) =>
      group === null
        ? create.mutate({ orgId, ...groupFields(typed, zone) }, options)
        : change.mutate({ groupId: group.id, ...groupFields(typed, zone) }, options),
    onClose,
  })
  return (
    <EditDialog
      title={group?.name ?? texts.newGroup}
      onClose={onClose}
      onSave={save}
      isBusy={create.isPending || change.isPending}
      problem={problem && texts.wrong[problem]}
    >
      <NameField name={draft.name} onChange={(name) => edit({ name })} />
      <MemberList members={draft.members} contacts={contacts} onChange={(members) => edit({ members })} />
      <Choice<RotationKind>
        label={texts.turns}
        value={draft.kind}
        options={rotationKinds.map((kind) => [kind, texts.kinds[kind]] as const)}
        onChange={(kind) => edit({ kind })}
      />
      {draft.kind !== 'by-hand' && (
        <div className="flex flex-wrap gap-3">
          <TextField
            type="date"
            label={texts.startsOn}
            value={draft.startsOn}
            required
            onChange={(event) => edit({ startsOn: event.target.value })}
          />
          <TextField
            type="time"
            label={texts.handover}
            hint={texts.handoverHelp}
            value={draft.handover}
            required
            onChange={(event) => edit({ handover: event.target.value })}
          />
        </div>
      )}
      {draft.kind === 'by-hand' && (
        <Choice<number>
          label={texts.setOnDuty}
          value={draft.onDutyId}
          options={[
            [0, texts.nobody],
            ...contacts.filter(({ id }) => draft.members.includes(id)).map(({ id, name }) => [id, name] as const),
          ]}
          onChange={(onDutyId) => edit({ onDutyId })}
        />
      )}
      <OverrideList draft={draft} contacts={contacts} onChange={(overrides) => edit({ overrides })} />
    </EditDialog>
  )
}
