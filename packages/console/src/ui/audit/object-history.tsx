import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Panel } from '../layout/page.tsx'
import { RecordList } from './record-list.tsx'

export interface ObjectHistoryProps {
  kind: 'net' | 'device' | 'param' | 'alert' | 'dashboard' | 'vis' | 'template'
  id: number
}

const shownMax = 10

/** Changes of one object with their authors, newest first. For managers: other roles may not see authors. */
export const ObjectHistory = ({ kind, id }: ObjectHistoryProps): ReactNode => {
  const { audit } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const of = { objectKind: kind, objectId: String(id) }
  const records = useQuery({
    ...apiQuery('audit', 'list', { orgId, itemsOnPage: shownMax, ...of }),
    enabled: isManager,
  })
  if (!isManager) return null
  const all = (
    <Link to="/settings/audit" search={{ kind, object: String(id) }}>
      {audit.all}
    </Link>
  )
  return (
    <Panel title={audit.history} aside={all}>
      <Loaded query={records}>
        {({ records: found }) =>
          found.length === 0 ? (
            <p className="border-t border-line px-4 py-3 text-quiet">{audit.historyNone}</p>
          ) : (
            <RecordList label={audit.history} records={found} of={String(id)} />
          )
        }
      </Loaded>
    </Panel>
  )
}
