import { Link, type LinkProps, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasRole } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'

const linkClass =
  'flex min-h-8 shrink-0 items-center rounded-part px-2.5 text-sm text-quiet hover:bg-hover hover:text-ink aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-accent max-md:min-h-10'

/** Around every page of settings: where one can go, at the left; on phones in a row that scrolls. */
export const SettingsFrame = (): ReactNode => {
  const { settingsNav: texts } = useTexts()
  const [isManager, isOwner] = [useHasRole('manager'), useHasRole('owner')]
  return (
    <div className="mx-auto w-full max-w-[1600px] xl:grid xl:grid-cols-[13.5rem_minmax(0,1fr)]">
      <nav
        aria-label={texts.title}
        className="flex gap-1 overflow-x-auto border-b border-line px-4 py-2 [scrollbar-width:none] md:px-6 xl:flex-col xl:overflow-visible xl:border-b-0 xl:py-6 xl:pr-0 print:hidden"
      >
        <Heading>{texts.org}</Heading>
        <Item to="/settings/organization">{texts.general}</Item>
        {isManager && <Item to="/settings/people">{texts.people}</Item>}
        {isOwner && <Item to="/settings/keys">{texts.keys}</Item>}
        <Item to="/settings/api">{texts.api}</Item>
        {isOwner && <Item to="/settings/integrations">{texts.integrations}</Item>}
        {isManager && <Item to="/settings/audit">{texts.audit}</Item>}
        <Heading>{texts.you}</Heading>
        <Item to="/settings/profile">{texts.profile}</Item>
        <Item to="/settings/security">{texts.security}</Item>
      </nav>
      <Outlet />
    </div>
  )
}

const Heading = ({ children }: { children: string }): ReactNode => (
  <p className="px-2.5 pt-2 pb-1 text-xs font-medium text-faint not-first:pt-4 max-xl:hidden">{children}</p>
)

const Item = ({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }): ReactNode => (
  <Link to={to} activeOptions={{ exact: true, includeSearch: false }} className={linkClass}>
    {children}
  </Link>
)
