import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'

/** Drawn on 16 by 16. */
const icons = {
  overview: 'M1 1h6v8H1zM9 1h6v4H9zM9 7h6v8H9zM1 11h6v4H1z',
  alerts: 'M8 1l7.5 13.5H.5zM7.2 6v4.5h1.6V6zM7.2 11.5v1.5h1.6v-1.5z',
  dashboards: 'M1 14h14v1.5H1zM2 8h2.5v5H2zM6.7 3h2.5v10H6.7zM11.5 6H14v7h-2.5z',
  contacts: 'M8 1a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM1.5 15c0-3.5 2.5-5.5 6.5-5.5s6.5 2 6.5 5.5z',
  add: 'M7 2h2v5h5v2H9v5H7V9H2V7h5z',
} as const

const linkClass =
  'flex min-h-11 flex-1 flex-col items-center justify-center gap-1 border-t-2 border-transparent px-1 text-xs text-quiet hover:text-ink md:min-h-10 md:flex-none md:flex-row md:justify-start md:gap-3 md:border-t-0 md:border-l-3 md:px-4 md:text-sm aria-[current=page]:border-accent aria-[current=page]:bg-raised aria-[current=page]:text-ink'

/** At the side, or at the bottom of a phone. */
export const Navigation = (): ReactNode => {
  const { shell } = useTexts()
  const mayAdd = useMay('manager')
  const maySeeContacts = useMay('operator')
  return (
    <nav
      aria-label={shell.navigation}
      className="fixed inset-x-0 bottom-0 z-10 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:static md:flex-col md:border-t-0 md:py-2"
    >
      <Link to="/overview" className={linkClass}>
        <Icon name="overview" /> <span className="max-w-full truncate">{shell.overview}</span>
      </Link>
      <Link to="/alerts" className={linkClass}>
        <Icon name="alerts" /> <span className="max-w-full truncate">{shell.alerts}</span>
      </Link>
      <Link to="/dashboards" className={linkClass}>
        <Icon name="dashboards" /> <span className="max-w-full truncate">{shell.dashboards}</span>
      </Link>
      {maySeeContacts && (
        <Link to="/contacts" className={linkClass}>
          <Icon name="contacts" /> <span className="max-w-full truncate">{shell.contacts}</span>
        </Link>
      )}
      {mayAdd && (
        <Link to="/nets/new" className={linkClass}>
          <Icon name="add" /> <span className="max-w-full truncate">{shell.newNet}</span>
        </Link>
      )}
    </nav>
  )
}

const Icon = ({ name }: { name: keyof typeof icons }): ReactNode => (
  <svg viewBox="0 0 16 16" className="size-4 shrink-0 fill-current [fill-rule:evenodd]" aria-hidden="true">
    <path d={icons[name]} />
  </svg>
)
