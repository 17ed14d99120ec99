import { Ellipsis } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { tabClass } from '../tab-class.ts'
import type { MoreSheetProps } from './more-sheet.tsx'
import type { OrgMenuProps } from './org-menu.tsx'
import { OrgName } from './org-name.tsx'

const LazyAccount = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))
const LazyOrg = lazy(async () => ({ default: (await import('./org-menu.tsx')).OrgMenu }))
const LazyMore = lazy(async () => ({ default: (await import('./more-sheet.tsx')).MoreSheet }))
const LazyBell = lazy(async () => ({ default: (await import('./bell.tsx')).Bell }))
const LazyHelp = lazy(async () => ({ default: (await import('./help.tsx')).Help }))

/** Components that need a library are loaded after the page; a placeholder keeps their space. */
export const AccountMenu = (): ReactNode => (
  <Suspense fallback={<span className="block h-13" />}>
    <LazyAccount />
  </Suspense>
)

/** The selected organization, with a menu if the user has several. */
export const OrgMenu = ({ org, all }: OrgMenuProps): ReactNode => {
  const name = <OrgName org={org} />
  if (all.length === 1) return name
  return (
    <Suspense fallback={name}>
      <LazyOrg org={org} all={all} />
    </Suspense>
  )
}

export const MoreSheet = (props: MoreSheetProps): ReactNode => {
  const { shell } = useTexts()
  const placeholder = (
    <span className={tabClass}>
      <Ellipsis className="size-5" strokeWidth={1.75} aria-hidden="true" />
      {shell.more}
    </span>
  )
  return (
    <Suspense fallback={placeholder}>
      <LazyMore {...props} />
    </Suspense>
  )
}

export const Bell = (): ReactNode => (
  <Suspense fallback={<span className="size-8" />}>
    <LazyBell />
  </Suspense>
)

export const Help = (): ReactNode => (
  <Suspense fallback={<span className="size-8 max-md:hidden" />}>
    <LazyHelp />
  </Suspense>
)
