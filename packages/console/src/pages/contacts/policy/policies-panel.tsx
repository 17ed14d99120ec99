import { type ReactNode, useState } from 'react'
import { PolicySteps } from '../../../alerts/policy-steps.tsx'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import type { PeopleProps } from '../contact/contacts-panel.tsx'
import { PeoplePanel, PeopleRow } from '../people-panel.tsx'
import { RowActions } from '../row-actions.tsx'
import { PolicyDialog } from './policy-dialog.tsx'
import type { Policy } from './policy-draft.rules.ts'

/** In which order contacts are notified until one confirms. */
export const PoliciesPanel = ({ contacts, groups, policies }: PeopleProps): ReactNode => {
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
