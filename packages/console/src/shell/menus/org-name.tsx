import type { ReactNode } from 'react'
import type { Org } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ShortName } from '../../ui/layout/short-name.tsx'
import { Logo } from '../logo.tsx'

/** The organization with the user's role in it; on a rail the sign alone. */
export const OrgName = ({ org: { orgName, userRole } }: { org: Org }): ReactNode => {
  const { shell } = useTexts()
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2.5 px-3.5 text-left max-wide:justify-center max-wide:px-0">
      <Logo />
      <span className="min-w-0 flex-1 max-wide:sr-only">
        <span className="block text-sm leading-4 font-semibold">
          <ShortName name={orgName} />
        </span>
        <span className="block truncate text-xs text-faint">{shell.roles[userRole]}</span>
      </span>
    </span>
  )
}
