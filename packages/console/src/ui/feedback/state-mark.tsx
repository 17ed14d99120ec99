import type { ReactNode } from 'react'

export type Tone = 'ok' | 'warn' | 'fault' | 'off'

const colours = { ok: 'text-ok', warn: 'text-warn', fault: 'text-fault', off: 'text-off' } as const

/** A shape for each tone, so that nothing depends on colour alone. */
const shapes = {
  ok: <circle cx="6" cy="6" r="4.5" />,
  warn: <path d="M6 1l5.4 10H.6z" />,
  fault: <path d="M1 1h10v10H1z" />,
  off: <circle cx="6" cy="6" r="3.75" fill="none" stroke="currentColor" strokeWidth="1.5" />,
} as const

/** How something stands, as a shape, a colour and a word. */
export const StateMark = ({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode => (
  <span className="inline-flex min-w-0 items-center gap-2">
    <svg viewBox="0 0 12 12" className={`size-3 shrink-0 fill-current ${colours[tone]}`} aria-hidden="true">
      {shapes[tone]}
    </svg>
    <span className="truncate">{children}</span>
  </span>
)
