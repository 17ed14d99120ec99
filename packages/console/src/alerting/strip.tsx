import type { ReactNode } from 'react'
import type { Tone } from '../ui/feedback/state-mark.tsx'

const fills: Readonly<Record<Tone, string>> = {
  ok: 'bg-ok-line',
  info: 'bg-info',
  warning: 'bg-warning',
  critical: 'bg-critical',
  unknown: 'bg-unknown',
  muted: 'bg-muted-line',
}

export interface StripProps {
  /** Description in words. */
  label: string
  /** From the oldest to the newest, each with what it says when pointed at. */
  bars: readonly { tone: Tone; text: string }[]
  className?: string
}

/** Time from left to right in bars of one length, each in the colour of its state. */
export const Strip = ({ label, bars, className = 'h-4' }: StripProps): ReactNode => (
  <div role="img" aria-label={label} className={`flex min-w-0 items-stretch gap-0.5 ${className}`}>
    {bars.map(({ tone, text }, place) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place
        key={place}
        title={text}
        className={`min-w-0.5 flex-1 rounded-[2px] forced-colors:border ${fills[tone]}`}
      />
    ))}
  </div>
)
