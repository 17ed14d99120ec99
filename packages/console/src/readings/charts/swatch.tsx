import { colourOf, dashOf } from '@busbar/charts'
import type { ReactNode } from 'react'

/** A piece of a line, as it is drawn. */
export const Swatch = ({ line }: { line: number }): ReactNode => (
  <svg viewBox="0 0 22 4" className="h-1 w-5.5 shrink-0" aria-hidden="true">
    <line
      x1="0"
      y1="2"
      x2="22"
      y2="2"
      strokeWidth="2.5"
      stroke={`var(${colourOf(line)})`}
      strokeDasharray={dashOf(line).join(' ')}
    />
  </svg>
)
