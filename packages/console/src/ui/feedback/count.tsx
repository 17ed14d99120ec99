import type { ReactNode } from 'react'
import { boxClass } from './badge.tsx'
import type { Tone } from './state-mark.tsx'

/** Only what is critical is filled. */
const toneClasses: Readonly<Record<Tone | 'plain', string>> = {
  plain: 'bg-pressed text-quiet',
  critical: 'bg-critical text-on-critical',
  warning: `border ${boxClass('warning')}`,
  info: `border ${boxClass('info')}`,
  unknown: `border ${boxClass('unknown')}`,
  muted: `border ${boxClass('muted')}`,
  ok: `border ${boxClass('ok')}`,
}

export interface CountProps {
  count: number
  look?: Tone | 'plain'
  /** Positions it on the corner of the counted element. */
  className?: string
  /** Not read aloud, where words say it. */
  isHidden?: boolean
}

/** More is not worth the room. */
const shownMax = 99

/** A number in a pill, beside what it counts. */
export const Count = ({ count, look = 'plain', className = '', isHidden = false }: CountProps): ReactNode => (
  <span
    aria-hidden={isHidden || undefined}
    className={`inline-grid h-4.5 min-w-4.5 shrink-0 place-items-center rounded-full px-1.5 text-2xs font-semibold ${toneClasses[look]} ${className}`}
  >
    {count > shownMax ? `${shownMax}+` : count}
  </span>
)
