import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Tab, Tabs } from '../../ui/layout/tabs.tsx'

/** Frame of installation pages; other users see who the administrator is. */
export const InstallationFrame = ({ children }: { children: ReactNode }): ReactNode => {
  const { installation: texts } = useTexts()
  const clock = useQuery(apiQuery('aside', 'clock', {}))
  return (
    <Page title={texts.title}>
      <Loaded query={clock}>
        {({ mayAccept }) =>
          mayAccept ? (
            <>
              <Tabs label={texts.title}>
                <Tab to="/installation">{texts.tabs.health}</Tab>
                <Tab to="/installation/sending">{texts.tabs.sending}</Tab>
                <Tab to="/installation/backups">{texts.tabs.backups}</Tab>
                <Tab to="/installation/notices">{texts.tabs.notices}</Tab>
                <Tab to="/installation/settings">{texts.tabs.settings}</Tab>
                <Tab to="/installation/news">{texts.tabs.news}</Tab>
              </Tabs>
              {children}
            </>
          ) : (
            <div className="rounded-card border border-line bg-surface">
              <EmptyState icon={Lock} title={texts.forAdmin} help={texts.forAdminHelp} />
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}
