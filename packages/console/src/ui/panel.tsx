import { type ReactNode, useId } from 'react'

export interface PanelProps {
  title: string
  /** Beside the title: a count, a button. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A part of a page with its heading. */
export const Panel = ({ title, aside, className = '', children }: PanelProps): ReactNode => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`min-w-0 rounded-part border border-line bg-surface ${className}`}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
