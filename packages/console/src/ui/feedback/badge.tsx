import type { ReactNode } from 'react'
import { StateShape, type Tone } from './state-mark.tsx'

const toneClasses: Readonly<Record<Tone, string>> = {
  ok: 'border-ok-line bg-ok-soft text-ok-text',
  info: 'border-info-line bg-info-soft text-info-text',
  warning: 'border-warning-line bg-warning-soft text-warning-text',
  critical: 'border-critical-line bg-critical-soft text-critical-text',
  unknown: 'border-unknown-line bg-unknown-soft text-unknown-text',
  muted: 'border-muted-line bg-muted-soft text-muted-text',
}

/** The classes of a box in the colours of a state. */
export const boxClass = (tone: Tone): string => toneClasses[tone]

/** A state in a small box, for beside a title. */
export const Badge = ({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode => (
  <span
    className={`inline-flex min-h-5 items-center gap-1.5 rounded-mark border px-1.5 text-xs font-medium ${toneClasses[tone]}`}
  >
    <StateShape tone={tone} className="size-2.25" />
    {children}
  </span>
)
