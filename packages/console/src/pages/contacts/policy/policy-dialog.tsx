import type { ReactNode } from 'react'
import { useOrg } from '../../../api/use-org.tsx'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { Checkbox } from '../../../ui/forms/fields.tsx'
import { NameField } from '../../../ui/forms/name-field.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import type { Contact } from '../contact/contact-draft.rules.ts'
import { EditDialog } from '../edit-dialog.tsx'
import type { Group } from '../group/group-draft.rules.ts'
import { useDraft } from '../use-draft.ts'
import { newStep, type Policy, policyDraftOf, policyFields, policyProblem } from './policy-draft.rules.ts'
import { StepFields } from './step-fields.tsx'

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
