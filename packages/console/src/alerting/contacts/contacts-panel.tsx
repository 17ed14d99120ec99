import { type ChannelType, channels as channelTable, listedTypes } from '@busbar/cloud/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { NameField } from '../../ui/forms/name-field.tsx'
import {
  type Contact,
  type ContactLanguage,
  contactDraftOf,
  contactFields,
  contactProblem,
  type DraftChannel,
  languageNames,
  movedUp,
  newChannel,
} from './contact-draft.rules.ts'
import { ContactHours } from './contact-hours.tsx'
import { EditDialog, useDraft } from './edit-dialog.tsx'
import type { Group } from './group-draft.rules.ts'
import { PeoplePanel, PeopleRow, RowActions } from './people-panel.tsx'
import type { Policy } from './policy-draft.rules.ts'

export interface PeopleProps {
  contacts: readonly Contact[]
  groups: readonly Group[]
  policies: readonly Policy[]
}

/** Contacts with their channels. */
export const ContactsPanel = ({ contacts, groups, policies }: PeopleProps): ReactNode => {
  const { contacts: texts, alertForm, ownContacts } = useTexts()
  const [edited, setEdited] = useState<Contact | 'new' | null>(null)
  const remove = useAction('contacts', 'delete', [['contacts']])
  return (
    <>
      <PeoplePanel
        title={texts.title}
        help={texts.help}
        none={texts.none}
        addText={texts.newContact}
        onAdd={() => setEdited('new')}
      >
        {contacts.map((contact) => (
          <PeopleRow
            key={contact.id}
            actions={
              <RowActions
                name={contact.name}
                uses={usesOfContact(contact.id, groups, policies)}
                isBusy={remove.isPending}
                onEdit={() => setEdited(contact)}
                onDelete={() => remove.mutate({ contactId: contact.id })}
              />
            }
          >
            <span className="font-medium break-words">{contact.name}</span>
            <span className="text-sm break-words text-quiet">
              {contact.channels
                .map(({ type, address, provenOn }) => {
                  const proven = provenOn === undefined ? '' : ` (${ownContacts.provenShort})`
                  return `${alertForm.channels[type]}: ${address}${proven}`
                })
                .join(' → ')}
            </span>
            <span className="text-sm text-quiet">
              {languageNames[contact.language]}
              {contact.hours !== undefined && ` · ${texts.atHours}`}
              {contact.hours !== undefined && contact.isAlwaysForCritical && ` · ${texts.criticalAnyHour}`}
            </span>
          </PeopleRow>
        ))}
      </PeoplePanel>
      {edited !== null && <ContactDialog contact={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

/** Makes a contact, or changes one. */
const ContactDialog = ({ contact, onClose }: { contact: Contact | null; onClose: () => void }): ReactNode => {
  const { contacts: texts } = useTexts()
  const { orgId } = useOrg()
  const language = useLanguage()
  const members = useQuery(apiQuery('orgs', 'users', { orgId }))
  const create = useAction('contacts', 'create', [['contacts']])
  const change = useAction('contacts', 'change', [['contacts']])
  const { draft, edit, problem, save } = useDraft({
    initial: () => contactDraftOf(contact, language),
    problemOf: contactProblem,
    send: (typed, options) =>
      contact === null
        ? create.mutate({ orgId, ...contactFields(typed) }, options)
        : change.mutate({ contactId: contact.id, ...contactFields(typed) }, options),
    onClose,
  })
  return (
    <EditDialog
      title={contact?.name ?? texts.newContact}
      onClose={onClose}
      onSave={save}
      isBusy={create.isPending || change.isPending}
      problem={problem && texts.wrong[problem]}
    >
      <NameField name={draft.name} onChange={(name) => edit({ name })} />
      <Choice<ContactLanguage>
        label={texts.language}
        value={draft.language}
        options={Object.entries(languageNames) as [ContactLanguage, string][]}
        onChange={(chosen) => edit({ language: chosen })}
      />
      <Choice<number>
        label={texts.account}
        value={draft.accountId ?? 0}
        options={[[0, texts.noAccount], ...(members.data ?? []).map(({ userId, name }) => [userId, name] as const)]}
        onChange={(id) => edit({ accountId: id === 0 ? null : id })}
      />
      <ChannelList channels={draft.channels} onChange={(channels) => edit({ channels })} />
      <ContactHours draft={draft} onChange={edit} />
    </EditDialog>
  )
}

const channelsMax = 8
interface ChannelListProps {
  channels: readonly DraftChannel[]
  onChange: (channels: DraftChannel[]) => void
}

/** The channels of a contact, in the order in which they are tried. */
const ChannelList = ({ channels, onChange }: ChannelListProps): ReactNode => {
  const { contacts: texts, alertForm } = useTexts()
  const change = (key: number, changes: Partial<DraftChannel>): void =>
    onChange(channels.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="text-sm font-semibold">{texts.channels}</legend>
      <p className="text-sm text-quiet">{texts.channelsHelp}</p>
      {channels.map(({ key, type, address }, place) => (
        <div
          key={key}
          role="group"
          aria-label={texts.channel({ place: place + 1 })}
          className="flex flex-wrap items-end gap-2"
        >
          <Choice<ChannelType>
            label={alertForm.channel}
            value={type}
            options={listedTypes.map((one) => [one, alertForm.channels[one]] as const)}
            onChange={(chosen) => change(key, { type: chosen })}
          />
          <TextField
            className="min-w-48 flex-1"
            label={alertForm.recipients[type]}
            value={address}
            maxLength={2000}
            required
            {...channelTable[type].address.input}
            onChange={(event) => change(key, { address: event.target.value })}
          />
          {place > 0 && <Button onClick={() => onChange(movedUp(channels, place))}>{texts.up}</Button>}
          <Button
            aria-label={alertForm.removeItem({ name: texts.channel({ place: place + 1 }) })}
            onClick={() => onChange(channels.filter((one) => one.key !== key))}
          >
            {alertForm.remove}
          </Button>
        </div>
      ))}
      <div>
        <Button disabled={channels.length >= channelsMax} onClick={() => onChange([...channels, newChannel('email')])}>
          {texts.addChannel}
        </Button>
      </div>
    </fieldset>
  )
}

/** Names of groups and policies that name a contact: while there are any, it stays. */
const usesOfContact = (id: number, groups: readonly Group[], policies: readonly Policy[]): string[] => [
  ...groups
    .filter(({ members, overrides }) => members.includes(id) || overrides.some(({ contactId }) => contactId === id))
    .map(({ name }) => name),
  ...policies.filter(({ steps }) => steps.some(({ contactIds }) => contactIds.includes(id))).map(({ name }) => name),
]

export const usesOfGroup = (id: number, policies: readonly Policy[]): string[] =>
  policies.filter(({ steps }) => steps.some(({ groupIds }) => groupIds.includes(id))).map(({ name }) => name)
