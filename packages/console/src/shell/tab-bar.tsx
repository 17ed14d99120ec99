import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Org } from '../api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { AlertCount } from './alert-count.tsx'
import { MoreSheet } from './menus/lazy.tsx'
import { tabClass } from './tab-class.ts'
import { useEntries, useIsBelow } from './use-entries.ts'

/** The order in which a phone needs them: what is wrong comes second. */
const order = ['/overview', '/alerts', '/nets', '/dashboards'] as const

/** At the bottom of a phone: the four main places, and the rest behind a sheet. */
export const TabBar = ({ org, all }: { org: Org; all: readonly Org[] }): ReactNode => {
  const { shell } = useTexts()
  const { main, further } = useEntries()
  const isBelow = useIsBelow()
  const others = main.filter(({ to }) => !order.some((one) => one === to))
  return (
    <nav
      aria-label={shell.navigation}
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 border-t border-line-strong bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {order.map((to) => {
        const entry = main.find((one) => one.to === to)
        if (entry === undefined) return null
        const { icon: Icon, text } = entry
        return (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/nets' }}
            aria-current={isBelow(to) ? 'true' : undefined}
            className={tabClass}
          >
            <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
            <span className="max-w-full truncate">{text}</span>
            {to === '/alerts' && <AlertCount className="absolute top-1 left-[calc(50%+4px)] h-4 min-w-4 px-1" />}
          </Link>
        )
      })}
      <MoreSheet org={org} all={all} further={[...others, ...further]} />
    </nav>
  )
}
