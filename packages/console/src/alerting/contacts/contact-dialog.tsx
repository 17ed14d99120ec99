import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Choice } from '../../ui/forms/fields.tsx'
import { NameField } from '../../ui/forms/name-field.tsx'
import { ChannelList } from './channel-list.tsx'
import {
  type Contact,
  type ContactLanguage,
  contactDraftOf,
  contactFields,
  contactProblem,
  languageNames,
} from './contact-draft.rules.ts'
import { ContactHours } from './contact-hours.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { useDraft } from './use-draft.ts'

/** Makes a contact, or changes one. */
export const ContactDialog = ({ contact, onClose }: { contact: Contact | null; onClose: () => void }): ReactNode => {
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
