import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { AlertsFrame } from '../alerts-frame.tsx'
import { PolicySteps } from '../policy-steps.tsx'
import { ContactsPanel, type PeopleProps } from './contacts-panel.tsx'
import { GroupsPanel } from './groups-panel.tsx'
import { PeoplePanel, PeopleRow } from './people-panel.tsx'
import { PolicyDialog } from './policy-dialog.tsx'
import type { Policy } from './policy-draft.rules.ts'
import { RowActions } from './row-actions.tsx'
import { SendingPanel } from './sending-panel.tsx'
import { WebhookBodies } from './webhook-bodies.tsx'

/** In which order contacts are notified until one confirms. */
const PoliciesPanel = ({ contacts, groups, policies }: PeopleProps): ReactNode => {
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

/** Who is notified of alerts: contacts, who of them is on duty, and in which order. */
export const ContactsPage = (): ReactNode => {
  const { contacts: texts } = useTexts()
  const mayRead = useHasRole('operator')
  return (
    <AlertsFrame>
      {mayRead ? <People /> : <EmptyState title={texts.notForYou} />}
      <WebhookBodies />
      <SendingPanel />
    </AlertsFrame>
  )
}

/** Who is on duty changes by itself. */
const refetchMs = 60_000

const People = (): ReactNode => {
  const { orgId } = useOrg()
  const contacts = useQuery(apiQuery('contacts', 'list', { orgId }))
  const groups = useQuery({ ...apiQuery('contactGroups', 'list', { orgId }), refetchInterval: refetchEvery(refetchMs) })
  const policies = useQuery(apiQuery('escalationPolicies', 'list', { orgId }))
  return (
    <Loaded query={contacts}>
      {(people) => (
        <Loaded query={groups}>
          {(teams) => (
            <Loaded query={policies}>
              {(orders) => {
                const all = { contacts: people, groups: teams, policies: orders }
                return (
                  <>
                    <ContactsPanel {...all} />
                    <GroupsPanel {...all} />
                    <PoliciesPanel {...all} />
                  </>
                )
              }}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
