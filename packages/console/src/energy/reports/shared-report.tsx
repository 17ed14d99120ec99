import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { DownloadButtons } from './download-buttons.tsx'
import { ReportView } from './report-view.tsx'
import type { ReportSearch } from './search.rules.ts'

/** A report for who came by a share link: every period of it, and nothing else. */
export const SharedReport = ({ reportId }: { reportId: string }): ReactNode => {
  const { orgId, orgName } = useOrg()
  const zone = useQuery(apiQuery('reports', 'timeZone', { orgId }))
  // The address of a shared page is secret, so the selection is kept in the component.
  const [search, setSearch] = useState<ReportSearch>({})
  return (
    <Loaded query={zone}>
      {({ timeZone }) => (
        <>
          <div className="flex flex-wrap gap-2">
            <DownloadButtons reportId={reportId} name={orgName} zone={timeZone} search={search} />
          </div>
          <ReportView reportId={reportId} zone={timeZone} search={search} onSearch={setSearch} />
        </>
      )}
    </Loaded>
  )
}
