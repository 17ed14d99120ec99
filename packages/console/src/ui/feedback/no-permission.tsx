import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Role, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from './empty-state.tsx'

/** Shown instead of content that requires another role: names it, and who can grant it. */
export const NoPermission = ({ role }: { role: Role }): ReactNode => {
  const { shell } = useTexts()
  const { orgName, userRole } = useOrg()
  return (
    <div className="rounded-card border border-line bg-surface">
      <EmptyState
        icon={Lock}
        title={shell.mayNot}
        help={shell.mayNotHelp({ org: orgName, role: shell.roles[userRole], needed: shell.roles[role] })}
      />
    </div>
  )
}
