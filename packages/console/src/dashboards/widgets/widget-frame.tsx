import { type ReactNode, useId } from 'react'
import { RowLink } from '../../ui/layout/table.tsx'
import { useBoardSource } from '../values/board-context.tsx'

const tones = {
  normal: { box: 'border-line', head: 'text-quiet' },
  warning: { box: 'border-warning-line', head: 'bg-warning-soft text-warning-text' },
  critical: { box: 'border-critical-line', head: 'bg-critical-soft text-critical-text' },
} as const
export type FrameTone = keyof typeof tones

export interface WidgetFrameProps {
  title: string
  /** Which device it is of, where that is not clear. */
  deviceLabel?: string | undefined
  /** Where its title leads. */
  href?: string | undefined
  /** At the right of the title. */
  aside?: ReactNode
  tone?: FrameTone
  children: ReactNode
}

/** What every widget is in: its title, and what it shows below. One that is not normal has an edge and a ground of its state. */
export const WidgetFrame = ({
  title,
  deviceLabel,
  href,
  aside,
  tone = 'normal',
  children,
}: WidgetFrameProps): ReactNode => {
  const id = useId()
  const { hasLinks } = useBoardSource()
  const { box, head } = tones[tone]
  return (
    <div
      role="group"
      aria-labelledby={id}
      className={`@container flex h-full min-h-0 min-w-0 flex-col overflow-clip rounded-card border bg-surface ${box}`}
    >
      <header className={`flex min-h-9.5 shrink-0 items-center justify-between gap-3 px-3.5 py-1.5 text-sm ${head}`}>
        <h2 id={id} className="min-w-0 font-medium">
          {href !== undefined && hasLinks ? (
            <RowLink href={href}>{title}</RowLink>
          ) : (
            <span className="block truncate" title={title}>
              {title}
            </span>
          )}
          {deviceLabel !== undefined && (
            <span className="block truncate text-xs font-normal text-faint">{deviceLabel}</span>
          )}
        </h2>
        {aside !== undefined && <span className="shrink-0 text-xs">{aside}</span>}
      </header>
      <div className="flex min-h-0 flex-1 flex-col px-3.5 pb-3">{children}</div>
    </div>
  )
}
