import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { type Org, useOrg } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { worstTone } from '../ui/feedback/alert-tone.ts'
import { Count } from '../ui/feedback/count.tsx'
import { AccountMenu, OrgMenu } from './menus/lazy.tsx'
import { openPalette } from './palette/open-palette.ts'
import { type MenuEntry, useEntries, useIsBelow } from './use-entries.ts'

const itemClass =
  'group relative flex min-h-8 items-center gap-2.5 rounded-part px-2 text-sm font-medium max-wide:min-h-9 max-wide:justify-center'
const linkClass = `${itemClass} text-quiet hover:bg-hover hover:text-ink aria-[current]:bg-selected aria-[current]:text-accent`
/** Beside its sign, or where there is only a rail, a tooltip. */
const textClass =
  'min-w-0 max-wide:pointer-events-none max-wide:absolute max-wide:left-full max-wide:z-30 max-wide:ml-2 max-wide:rounded-part max-wide:border max-wide:border-line-strong max-wide:bg-floating max-wide:px-2 max-wide:py-1 max-wide:whitespace-nowrap max-wide:text-ink max-wide:opacity-0 max-wide:shadow-menu max-wide:group-hover:opacity-100 max-wide:group-focus-visible:opacity-100'

/** At the left: the organization, search, where one can go, and the account. Where there is less room, a rail of signs. */
export const Sidebar = ({ org, all }: { org: Org; all: readonly Org[] }): ReactNode => {
  const { shell } = useTexts()
  const { main, further } = useEntries()
  const isBelow = useIsBelow()
  return (
    <aside
      aria-label={shell.sidebar}
      className="sticky top-0 z-20 flex h-dvh flex-col border-r border-line bg-surface max-md:hidden print:hidden"
    >
      <div className="flex h-13 shrink-0 items-stretch border-b border-line">
        <OrgMenu org={org} all={all} />
      </div>
      <div className="p-2 pt-2.5 pb-0">
        <button
          type="button"
          onClick={openPalette}
          className={`${itemClass} w-full border border-line-strong bg-field font-normal text-faint hover:border-edge`}
        >
          <Search className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
          <span className={textClass}>{shell.search}</span>
          <kbd
            className="ml-auto rounded-mark border border-line-strong bg-surface px-1.5 font-sans text-2xs leading-4 max-wide:hidden"
            aria-hidden="true"
          >
            Ctrl K
          </kbd>
        </button>
      </div>
      <nav aria-label={shell.navigation} className="flex flex-col gap-px p-2">
        {main.map((entry) => (
          <Item key={entry.to} entry={entry} isBelow={isBelow(entry.to)} />
        ))}
        {further.length > 0 && <span className="h-3.5" />}
        {further.map((entry) => (
          <Item key={entry.to} entry={entry} isBelow={isBelow(entry.to)} />
        ))}
      </nav>
      <div className="mt-auto border-t border-line">
        <AccountMenu />
      </div>
    </aside>
  )
}

const Item = ({ entry: { to, text, icon: Icon }, isBelow }: { entry: MenuEntry; isBelow: boolean }): ReactNode => (
  <Link
    to={to}
    activeOptions={{ exact: to === '/nets' || to === '/nets/new' }}
    aria-current={isBelow ? 'true' : undefined}
    className={linkClass}
  >
    <Icon className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
    <span className={textClass}>{text}</span>
    {to === '/alerts' && (
      <AlertCount className="ml-auto max-wide:absolute max-wide:top-0 max-wide:right-0 max-wide:h-4 max-wide:min-w-4 max-wide:px-1" />
    )}
  </Link>
)

/** How many alerts are active, in the colour of the worst unconfirmed one. */
export const AlertCount = ({ className }: { className: string }): ReactNode => {
  const { shell } = useTexts()
  const { orgId } = useOrg()
  const alerts = useQuery(apiQuery('alerts', 'states', { orgId }))
  const active = alerts.data?.filter(({ isActive }) => isActive) ?? []
  if (active.length === 0) return null
  const open = active.filter(({ confirmed }) => confirmed === undefined)
  const tone = worstTone(open.map(({ logAs }) => logAs))
  return (
    <>
      <Count count={active.length} look={tone === 'ok' ? 'plain' : tone} className={className} isHidden />
      <span className="sr-only">{shell.activeAlerts({ count: active.length })}</span>
    </>
  )
}
