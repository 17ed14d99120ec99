import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

const tabClass =
  '-mb-px inline-flex min-h-9.5 max-w-60 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-3 text-sm font-medium text-quiet hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink max-md:min-h-11'

/** The parts of a page, each with an address of its own. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  <nav
    aria-label={label}
    className="flex gap-0.5 overflow-x-auto border-b border-line-strong [scrollbar-width:none] max-md:-mx-4 max-md:px-2 print:hidden"
  >
    {children}
  </nav>
)

export interface TabProps extends LinkProps {
  /** How many there are, or how many of them are not as they should be. */
  count?: ReactNode
  children: ReactNode
}

/** A tab with search parameters is active only if they match. */
export const Tab = ({ count, children, ...link }: TabProps): ReactNode => (
  <Link activeOptions={{ exact: true, includeSearch: link.search !== undefined }} {...link} className={tabClass}>
    {children}
    {count}
  </Link>
)
