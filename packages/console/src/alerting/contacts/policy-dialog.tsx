import type { ReactNode } from 'react'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { NameField } from '../../ui/forms/name-field.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import type { Contact } from './contact-draft.rules.ts'
import { EditDialog, useDraft } from './edit-dialog.tsx'
import type { Group } from './group-draft.rules.ts'
import {
  type DraftStep,
  newStep,
  type Policy,
  policyDraftOf,
  policyFields,
  policyProblem,
  toggled,
} from './policy-draft.rules.ts'

interface StepFieldsProps {
  step: DraftStep
  name: string
  contacts: readonly Contact[]
  groups: readonly Group[]
  onChange: (changes: Partial<DraftStep>) => void
  onRemove: () => void
}

/** Recipients of a step and its delay. */
const StepFields = ({ step, name, contacts, groups, onChange, onRemove }: StepFieldsProps): ReactNode => {
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

export interface PolicyDialogProps {
  policy: Policy | null
  contacts: readonly Contact[]
  groups: readonly Group[]
  onClose: () => void
}

const stepsMax = 10

/** Makes a policy, or changes one. */
export const PolicyDialog = ({ policy, contacts, groups, onClose }: PolicyDialogProps): ReactNode => {
  const { contacts: texts } = useTexts()
  const { orgId } = useOrg()
  const create = useAction('escalationPolicies', 'create', [['escalationPolicies']])
  const change = useAction('escalationPolicies', 'change', [['escalationPolicies']])
  const { draft, edit, problem, save } = useDraft({
    initial: () => policyDraftOf(policy),
    problemOf: policyProblem,
    send: (typed, options) =>
      policy === null
        ? create.mutate({ orgId, ...policyFields(typed) }, options)
        : change.mutate({ policyId: policy.id, ...policyFields(typed) }, options),
    onClose,
  })
  const { steps } = draft
  return (
    <EditDialog
      title={policy?.name ?? texts.newPolicy}
      onClose={onClose}
      onSave={save}
      isBusy={create.isPending || change.isPending}
      problem={problem && texts.wrong[problem]}
    >
      <NameField name={draft.name} onChange={(name) => edit({ name })} />
      {steps.map((step, place) => (
        <StepFields
          key={step.key}
          step={step}
          name={texts.step({ place: place + 1 })}
          contacts={contacts}
          groups={groups}
          onChange={(changes) =>
            edit({ steps: steps.map((one) => (one.key === step.key ? { ...one, ...changes } : one)) })
          }
          onRemove={() => edit({ steps: steps.filter(({ key }) => key !== step.key) })}
        />
      ))}
      <div>
        <Button
          disabled={steps.length >= stepsMax}
          onClick={() => edit({ steps: [...steps, newStep(String(Number(steps.at(-1)?.afterMinutes ?? 0) + 15))] })}
        >
          {texts.addStep}
        </Button>
      </div>
      <Checkbox
        label={texts.repeat}
        checked={draft.isRepeated}
        onChange={(event) => edit({ isRepeated: event.target.checked })}
      />
      {draft.isRepeated && (
        <div className="flex flex-wrap gap-3">
          <NumberField
            isWhole
            min={1}
            max={10_080}
            label={texts.repeatMinutes}
            value={draft.repeatMinutes}
            required
            onChange={(repeatMinutes) => edit({ repeatMinutes })}
          />
          <NumberField
            isWhole
            min={1}
            max={20}
            label={texts.rounds}
            value={draft.rounds}
            required
            onChange={(rounds) => edit({ rounds })}
          />
        </div>
      )}
    </EditDialog>
  )
}
