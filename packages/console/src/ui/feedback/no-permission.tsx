import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Role, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from './empty-state.tsx'

/** In place of what takes another role: whose it is, and who can let one in. */
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
