import { CircleAlert, Info, TriangleAlert, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'

const toneClasses = {
  info: { box: 'border-line-strong bg-surface', sign: 'text-info-text', Icon: Info },
  warning: { box: 'border-warning-line bg-warning-soft', sign: 'text-warning-text', Icon: TriangleAlert },
  unknown: { box: 'border-unknown-line bg-unknown-soft', sign: 'text-unknown-text', Icon: Unplug },
  critical: { box: 'border-critical-line bg-critical-soft', sign: 'text-critical-text', Icon: CircleAlert },
} as const

export interface NoticeProps {
  tone?: keyof typeof toneClasses
  children: ReactNode
}

/** Something that must be read, where it matters. */
export const Notice = ({ tone = 'info', children }: NoticeProps): ReactNode => {
  const { box, sign, Icon } = toneClasses[tone]
  return (
    <div
      role={tone === 'critical' ? 'alert' : 'status'}
      className={`flex gap-2.5 rounded-card border px-3.5 py-3 text-sm text-ink ${box}`}
    >
      <Icon className={`mt-px size-4 shrink-0 ${sign}`} strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  )
}
