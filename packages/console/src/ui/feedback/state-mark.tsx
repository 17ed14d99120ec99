import type { ReactNode } from 'react'

/** Severity: normal, informative, warning, critical, unknown, or deliberately off. */
export type Tone = 'ok' | 'info' | 'warning' | 'critical' | 'unknown' | 'muted'

const fills: Readonly<Record<Tone, string>> = {
  ok: 'text-ok',
  info: 'text-info',
  warning: 'text-warning',
  critical: 'text-critical',
  unknown: 'text-unknown',
  muted: 'text-muted',
}

/** Normal and deliberate states are quiet; states that need attention are not. */
const words: Readonly<Record<Tone, string>> = {
  ok: '',
  info: 'text-info-text',
  warning: 'font-medium text-warning-text',
  critical: 'font-medium text-critical-text',
  unknown: 'font-medium text-unknown-text',
  muted: 'text-muted-text',
}

/** A shape for each tone, so that nothing depends on colour alone: disc, ring, triangle, square, diamond with a dot, two bars. */
const shapes: Readonly<Record<Tone, ReactNode>> = {
  ok: <circle cx="6" cy="6" r="4.5" />,
  info: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="2" />,
  warning: <path d="M6 1l5.4 10H.6z" />,
  critical: <path d="M1 1h10v10H1z" />,
  unknown: (
    <>
      <path d="M6 1l5 5-5 5-5-5z" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx="6" cy="6" r="1.25" />
    </>
  ),
  muted: <path d="M2.5 1.5h2.4v9H2.5zM7.1 1.5h2.4v9H7.1z" />,
}

interface StateShapeProps {
  tone: Tone
  isQuiet?: boolean
  className?: string
}

/** The sign of a state without its word, which has to be near. */
export const StateShape = ({ tone, isQuiet = false, className = '' }: StateShapeProps): ReactNode => (
  <svg
    viewBox="0 0 12 12"
    className={`size-2.5 shrink-0 fill-current ${isQuiet ? 'text-faint' : fills[tone]} ${className}`}
    aria-hidden="true"
  >
    {shapes[tone]}
  </svg>
)

export interface StateMarkProps {
  tone: Tone
  /** It would be so, but is not now: shape and word stay, the colour goes. */
  isQuiet?: boolean
  children: ReactNode
}

/** How something stands, as a shape, a colour and a word. */
export const StateMark = ({ tone, isQuiet = false, children }: StateMarkProps): ReactNode => (
  <span className={`inline-flex min-w-0 items-baseline gap-1.5 ${isQuiet ? 'text-quiet' : words[tone]}`}>
    <StateShape tone={tone} isQuiet={isQuiet} className="translate-y-px" />
    <span className="min-w-0">{children}</span>
  </span>
)
