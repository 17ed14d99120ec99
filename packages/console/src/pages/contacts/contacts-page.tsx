import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AlertsFrame } from '../../alerts/alerts-frame.tsx'
import { apiQuery } from '../../api/api-query.ts'
import { refetchEvery } from '../../api/refetch-every.ts'
import { useHasRole, useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { ContactsPanel } from './contact/contacts-panel.tsx'
import { GroupsPanel } from './group/groups-panel.tsx'
import { PoliciesPanel } from './policy/policies-panel.tsx'
import { SendingPanel } from './sending-panel.tsx'
import { WebhookBodies } from './webhook-bodies.tsx'

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
