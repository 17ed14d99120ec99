import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Checkbox } from '../../../ui/forms/fields.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import type { Contact } from '../contact/contact-draft.rules.ts'
import type { Group } from '../group/group-draft.rules.ts'
import { type DraftStep, toggled } from './policy-draft.rules.ts'

export interface StepFieldsProps {
  step: DraftStep
  name: string
  contacts: readonly Contact[]
  groups: readonly Group[]
  onChange: (changes: Partial<DraftStep>) => void
  onRemove: () => void
}

/** Who is notified, and after how long. */
export const StepFields = ({ step, name, contacts, groups, onChange, onRemove }: StepFieldsProps): ReactNode => {
  const { contacts: texts, alertForm } = useTexts()
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-part border border-line p-3">
      <legend className="px-1 text-sm font-medium text-quiet">{name}</legend>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <NumberField
          isWhole
          min={0}
          max={10_080}
          label={alertForm.delay}
          value={step.afterMinutes}
          required
          onChange={(afterMinutes) => onChange({ afterMinutes })}
        />
        <Button aria-label={alertForm.removeItem({ name })} onClick={onRemove}>
          {alertForm.remove}
        </Button>
      </div>
      <div className="flex max-h-48 flex-col gap-2 overflow-y-auto">
        {groups.map((group) => (
          <Checkbox
            key={`g${group.id}`}
            label={texts.onDutyIn({ group: group.name })}
            checked={step.groupIds.includes(group.id)}
            onChange={() => onChange({ groupIds: toggled(step.groupIds, group.id) })}
          />
        ))}
        {contacts.map((contact) => (
          <Checkbox
            key={contact.id}
            label={contact.name}
            checked={step.contactIds.includes(contact.id)}
            onChange={() => onChange({ contactIds: toggled(step.contactIds, contact.id) })}
          />
        ))}
      </div>
    </fieldset>
  )
}
