import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'

const className =
  'inline-flex min-h-9 max-w-full items-center border-b-2 border-transparent px-1 text-sm text-quiet hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink'

/** The ways between dashboards; not there while the default one is the only one. */
export const BoardTabs = (): ReactNode => {
  const { dashboards } = useTexts()
  const { orgId } = useOrg()
  const boards = useQuery(ask('dashboards', 'list', { orgId }))
  if (boards.data === undefined || boards.data.length === 0) return null
  return (
    <nav aria-label={dashboards.title} className="flex flex-wrap gap-x-5 gap-y-1 border-b border-line">
      <Link to="/dashboards" activeOptions={{ exact: true }} className={className}>
        {dashboards.main}
      </Link>
      {boards.data.map(({ id, name }) => (
        <Link key={id} to="/dashboards/$id" params={{ id }} className={className}>
          <span className="truncate">{name}</span>
        </Link>
      ))}
    </nav>
  )
}
