import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: string
  /** What this is for, in a sentence. */
  help?: string | undefined
  /** What to do about it. */
  action?: ReactNode
}

/** In place of a list that has nothing. */
export const EmptyState = ({ title, help, action }: EmptyStateProps): ReactNode => (
  <div className="flex flex-col items-start gap-2 px-4 py-8">
    <p className="font-semibold">{title}</p>
    {help !== undefined && <p className="max-w-prose text-quiet">{help}</p>}
    {action !== undefined && <div className="mt-2">{action}</div>}
  </div>
)
