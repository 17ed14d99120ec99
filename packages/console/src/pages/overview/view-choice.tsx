import { Link, useSearch } from '@tanstack/react-router'
import { LayoutGrid, type LucideIcon, Map as MapIcon, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'

const views = ['cards', 'table', 'map'] as const
type View = (typeof views)[number]

const icons: Readonly<Record<View, LucideIcon>> = { cards: LayoutGrid, table: Table2, map: MapIcon }

/** How networks are shown: each way has an address. */
export const ViewChoice = (): ReactNode => {
  const { overview } = useTexts()
  const search = useSearch({ from: '/shell/overview' })
  return (
    <nav
      aria-label={overview.view}
      className="inline-flex overflow-hidden rounded-part border border-line-strong bg-line print:hidden"
    >
      {views.map((one) => {
        const Icon = icons[one]
        return (
          <Link
            key={one}
            to="/overview"
            search={{ ...search, view: one === 'cards' ? undefined : one }}
            replace
            aria-current={one === (search.view ?? 'cards') ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            className="inline-flex min-h-7.5 items-center gap-1.5 bg-surface px-2.5 text-sm font-medium text-quiet not-last:border-r not-last:border-line hover:bg-hover aria-[current=page]:bg-selected aria-[current=page]:text-accent focus-visible:-outline-offset-2 max-md:min-h-10"
          >
            <Icon className="size-4" strokeWidth={1.75} aria-hidden="true" />
            {overview.views[one]}
          </Link>
        )
      })}
    </nav>
  )
}
