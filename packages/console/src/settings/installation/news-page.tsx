import { useQuery } from '@tanstack/react-query'
import { Newspaper } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'
import { InstallationFrame } from './installation-frame.tsx'

/** Which version runs, and what has come with it. */
export const NewsPage = (): ReactNode => (
  <InstallationFrame>
    <News />
  </InstallationFrame>
)

const News = (): ReactNode => {
  const { installation: texts } = useTexts()
  const changelog = useQuery(apiQuery('installation', 'changelog', {}))
  return (
    <Loaded query={changelog}>
      {({ version, sections }) => (
        <>
          <Panel title={texts.version}>
            <Facts facts={[[texts.version, version]]} />
          </Panel>
          {sections.length === 0 ? (
            <div className="rounded-card border border-line bg-surface">
              <EmptyState icon={Newspaper} title={texts.noNews} />
            </div>
          ) : (
            sections.map(({ title, changes }) => (
              <Panel key={title} title={title}>
                <p className="px-4 pb-2 text-sm text-quiet">{texts.shippedInEnglish}</p>
                <ul lang="en" className="flex max-w-[80ch] list-disc flex-col gap-2 px-4 pb-4 pl-8 text-sm">
                  {changes.map((change) => (
                    <li key={change} className="break-words">
                      {change}
                    </li>
                  ))}
                </ul>
              </Panel>
            ))
          )}
        </>
      )}
    </Loaded>
  )
}
