import type { ReactNode } from 'react'

export type Tone = 'ok' | 'info' | 'warning' | 'critical' | 'unknown' | 'muted'

/** A shape for each tone, so that nothing depends on colour alone. */
const shapes: Readonly<Record<Tone, ReactNode>> = {
  ok: <circle cx="6" cy="6" r="4.5" />,
  info: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="2" />,
  warning: <path d="M6 1l5.4 10H.6z" />,
  critical: <path d="M1 1h10v10H1z" />,
  unknown: <path d="M6 1l5 5-5 5-5-5z" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  muted: <path d="M2.5 1.5h2.4v9H2.5zM7.1 1.5h2.4v9H7.1z" />,
}

/** The sign of a state; its word is beside it. */
export const Mark = ({ tone }: { tone: Tone }): ReactNode => (
  <svg viewBox="0 0 12 12" className={`mark tone-${tone}`} aria-hidden="true">
    {shapes[tone]}
  </svg>
)
