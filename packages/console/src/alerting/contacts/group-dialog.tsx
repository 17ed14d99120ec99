import type { ReactNode } from 'react'
import { useOrg } from '../../data/api/use-org.tsx'
import { useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NameField } from '../../ui/forms/name-field.tsx'
import type { Contact } from './contact-draft.rules.ts'
import { movedUp } from './contact-draft.rules.ts'
import { EditDialog, useDraft } from './edit-dialog.tsx'
import {
  type DraftOverride,
  type Group,
  type GroupDraft,
  groupDraftOf,
  groupFields,
  groupProblem,
  newOverride,
  type RotationKind,
  rotationKinds,
} from './group-draft.rules.ts'

interface MemberListProps {
  members: readonly number[]
  contacts: readonly Contact[]
  onChange: (members: number[]) => void
}

const membersMax = 50

/** Members of an on-call group, in their order. */
const MemberList = ({ members, contacts, onChange }: MemberListProps): ReactNode => {
  const { contacts: texts, alertForm } = useTexts()
  const nameOf = (id: number): string => contacts.find((one) => one.id === id)?.name ?? '?'
  const others = members.length < membersMax ? contacts.filter(({ id }) => !members.includes(id)) : []
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="text-sm font-semibold">{texts.members}</legend>
      <ol className="flex flex-col gap-2">
        {members.map((id, place) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <span className="min-w-0 break-words">
              {place + 1}. {nameOf(id)}
            </span>
            <span className="flex gap-2">
              {place > 0 && (
                <Button aria-label={texts.upOf({ name: nameOf(id) })} onClick={() => onChange(movedUp(members, place))}>
                  {texts.up}
                </Button>
              )}
              <Button
                aria-label={alertForm.removeItem({ name: nameOf(id) })}
                onClick={() => onChange(members.filter((one) => one !== id))}
              >
                {alertForm.remove}
              </Button>
            </span>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <Choice<number>
          label={texts.addMember}
          value={0}
          options={[[0, '—'], ...others.map(({ id, name }) => [id, name] as const)]}
          onChange={(id) => id !== 0 && onChange([...members, id])}
        />
      )}
    </fieldset>
  )
}

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

interface OverrideListProps {
  draft: GroupDraft
  contacts: readonly Contact[]
  onChange: (overrides: DraftOverride[]) => void
}

const overridesMax = 100

/** Substitutions: who replaces whom, and when. */
const OverrideList = ({ draft, contacts, onChange }: OverrideListProps): ReactNode => {
  const zone = useOwnZone()
  const { contacts: texts, alertForm, common, quiet } = useTexts()
  const { overrides, members } = draft
  const change = (key: number, changes: Partial<DraftOverride>): void =>
    onChange(overrides.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const options = contacts.map(({ id, name }) => [id, name] as const)
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="text-sm font-semibold">{texts.overrides}</legend>
      {overrides.length > 0 && <p className="text-sm text-quiet">{common.timesIn({ zone })}.</p>}
      {overrides.map(({ key, contactId, insteadOfId, from, till }, place) => (
        <div
          key={key}
          role="group"
          aria-label={texts.override({ place: place + 1 })}
          className="flex flex-wrap items-end gap-2 rounded-part border border-line p-3"
        >
          <Choice<number>
            label={texts.standIn}
            value={contactId}
            options={options}
            onChange={(chosen) => change(key, { contactId: chosen })}
          />
          <Choice<number>
            label={texts.insteadOf}
            value={insteadOfId}
            options={[[0, texts.whoeverOnDuty], ...options.filter(([id]) => members.includes(id))]}
            onChange={(chosen) => change(key, { insteadOfId: chosen })}
          />
          <TextField
            type="datetime-local"
            label={quiet.from}
            value={from}
            required
            onChange={(event) => change(key, { from: event.target.value })}
          />
          <TextField
            type="datetime-local"
            label={quiet.till}
            value={till}
            required
            onChange={(event) => change(key, { till: event.target.value })}
          />
          <Button
            aria-label={alertForm.removeItem({ name: texts.override({ place: place + 1 }) })}
            onClick={() => onChange(overrides.filter((one) => one.key !== key))}
          >
            {alertForm.remove}
          </Button>
        </div>
      ))}
      <div>
        <Button
          disabled={overrides.length >= overridesMax || contacts.length === 0}
          onClick={() => onChange([...overrides, newOverride(contacts[0]?.id ?? 0, serverNow(), zone)])}
        >
          {texts.addOverride}
        </Button>
      </div>
    </fieldset>
  )
}
