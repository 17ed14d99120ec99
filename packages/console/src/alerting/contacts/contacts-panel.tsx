import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { type Contact, languageNames } from './contact-draft.rules.ts'
import type { Group } from './group-draft.rules.ts'
import { PeoplePanel, PeopleRow } from './people-panel.tsx'
import type { Policy } from './policy-draft.rules.ts'
import { RowActions } from './row-actions.tsx'
import { usesOfContact } from './uses.rules.ts'

export interface PeopleProps {
  contacts: readonly Contact[]
  groups: readonly Group[]
  policies: readonly Policy[]
}

/** Who can be notified, and how. */
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
