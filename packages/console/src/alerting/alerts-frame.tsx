import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { buttonClass } from '../ui/actions/button.tsx'
import { worstTone } from '../ui/feedback/alert-tone.ts'
import { Count } from '../ui/feedback/count.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Tab, Tabs } from '../ui/layout/tabs.tsx'
import { isMuted } from './mute.rules.ts'

/** Filters stand in the address too: a tab is known by its path alone. */
const byPath = { exact: true, includeSearch: false } as const

/** Frame of every list of alerts: title, buttons and tabs. */
export const AlertsFrame = ({ children }: { children: ReactNode }): ReactNode => {
  const { alerts: texts } = useTexts()
  const { orgId } = useOrg()
  const [mayMake, maySeeContacts] = [useHasRole('manager'), useHasRole('operator')]
  const alerts = useQuery(apiQuery('alerts', 'states', { orgId }))
  const active = alerts.data?.filter(({ isActive }) => isActive) ?? []
  const open = active.filter(({ confirmed, held }) => confirmed === undefined && !isMuted(held))
  const tone = worstTone(open.map(({ logAs }) => logAs))
  const muted = alerts.data?.filter(({ held }) => isMuted(held)).length ?? 0
  const make = mayMake && (
    <Link to="/alerts/new" className={buttonClass('primary')}>
      <Plus className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      {texts.newAlert}
    </Link>
  )
  return (
    <Page title={texts.title} actions={make}>
      <Tabs label={texts.title}>
        <Tab to="/alerts" activeOptions={byPath}>
          {texts.tabs.active}
          {active.length > 0 && <Count count={active.length} look={tone === 'ok' ? 'plain' : tone} />}
        </Tab>
        <Tab to="/alerts/all" activeOptions={byPath}>
          {texts.tabs.all}
          {alerts.data !== undefined && <Count count={alerts.data.length} />}
        </Tab>
        <Tab to="/alerts/history" activeOptions={byPath}>
          {texts.tabs.history}
        </Tab>
        {maySeeContacts && (
          <Tab to="/alerts/contacts" activeOptions={byPath}>
            {texts.tabs.contacts}
          </Tab>
        )}
        <Tab to="/alerts/mute-times" activeOptions={byPath}>
          {texts.tabs.muteTimes}
          {muted > 0 && <Count count={muted} />}
        </Tab>
      </Tabs>
      {children}
    </Page>
  )
}
