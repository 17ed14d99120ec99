import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  /** Icon of the missing object. */
  icon?: LucideIcon
  title: string
  /** Purpose in one sentence. */
  help?: string | undefined
  /** Action that creates the first one. */
  action?: ReactNode
}

/** Shown instead of an empty list. */
export const EmptyState = ({ icon: Icon = Inbox, title, help, action }: EmptyStateProps): ReactNode => (
  <div className="flex flex-col items-center gap-1.5 px-6 py-8 text-center">
    <span className="mb-2 grid size-11 place-items-center rounded-card border border-line-strong bg-surface text-quiet">
      <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
    </span>
    <p className="font-semibold">{title}</p>
    {help !== undefined && <p className="max-w-[44ch] text-quiet">{help}</p>}
    {action !== undefined && <div className="mt-3">{action}</div>}
  </div>
)
