import type { ReactNode } from 'react'

const toneClasses = {
  info: 'border-edge bg-raised',
  warn: 'border-warn bg-warn-ground',
  fault: 'border-fault bg-fault-ground',
} as const

/** Something that must be read, where it matters. */
export const Notice = ({
  tone = 'info',
  children,
}: {
  tone?: keyof typeof toneClasses
  children: ReactNode
}): ReactNode => (
  <div
    role={tone === 'fault' ? 'alert' : 'status'}
    className={`rounded-part border-l-4 px-4 py-3 text-ink ${toneClasses[tone]}`}
  >
    {children}
  </div>
)
