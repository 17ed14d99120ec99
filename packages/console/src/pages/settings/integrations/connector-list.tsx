import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Cable } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../api/api-query.ts'
import { refetchEvery } from '../../../api/refetch-every.ts'
import { useOrg } from '../../../api/use-org.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { Connector } from './connector.ts'
import { ConnectorRow } from './connector-row.tsx'

/** What they do changes all the time. */
const refetchMs = 3000

export const useConnectors = (): UseQueryResult<Connector[]> => {
  const { orgId } = useOrg()
  return useQuery({ ...apiQuery('connectors', 'list', { orgId }), refetchInterval: refetchEvery(refetchMs) })
}

/** Those of one kind. */
export const ConnectorList = <Kind extends Connector>(props: {
  of: readonly Kind[]
  empty: { title: string; help: string }
  onEdit: (connector: Kind) => void
}): ReactNode => {
  const { of: connectors, empty, onEdit } = props
  if (connectors.length === 0) return <EmptyState icon={Cable} title={empty.title} help={empty.help} />
  return (
    <ul className="divide-y divide-line border-t border-line">
      {connectors.map((one) => (
        <ConnectorRow key={one.id} of={one} onEdit={() => onEdit(one)} />
      ))}
    </ul>
  )
}
