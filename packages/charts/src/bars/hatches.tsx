import type { ReactNode } from 'react'

/** Patterns for what is not metered, and for what was not read. One in a page is enough: they are found by their ids. */
export const Hatches = (): ReactNode => (
  <svg className="absolute size-0" aria-hidden="true">
    <defs>
      <Hatch id="energy-unmetered" ground="var(--muted-soft)" line="var(--muted)" />
      <Hatch id="energy-unread" ground="var(--unknown-soft)" line="var(--unknown)" />
    </defs>
  </svg>
)

const Hatch = ({ id, ground, line }: { id: string; ground: string; line: string }): ReactNode => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" fill={ground} />
    <rect width="2" height="6" fill={line} opacity="0.4" />
  </pattern>
)

export const unmeteredFill = 'url(#energy-unmetered)'
export const unreadFill = 'url(#energy-unread)'
