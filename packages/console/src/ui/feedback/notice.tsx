import type { ReactNode } from 'react'

const looks = {
  info: 'border-edge bg-raised',
  warn: 'border-warn bg-warn-ground',
  fault: 'border-fault bg-fault-ground',
} as const

/** Something that must be read, where it matters. */
export const Notice = ({ tone = 'info', children }: { tone?: keyof typeof looks; children: ReactNode }): ReactNode => (
  <div
    role={tone === 'fault' ? 'alert' : 'status'}
    className={`rounded-part border-l-4 px-4 py-3 text-ink ${looks[tone]}`}
  >
    {children}
  </div>
)
