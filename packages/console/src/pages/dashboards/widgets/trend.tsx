import type { ReactNode } from 'react'
import { trendPath } from './trend.rules.ts'

const box = { width: 240, height: 40 }

/** The course of a value in the last day. */
export const Trend = ({ label, values }: { label: string; values: readonly (number | null)[] }): ReactNode => (
  <svg
    viewBox={`0 0 ${box.width} ${box.height}`}
    preserveAspectRatio="none"
    className="h-10 w-full"
    role="img"
    aria-label={label}
  >
    <path
      d={trendPath(values, box)}
      className="fill-none stroke-faint"
      strokeWidth="1.5"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
)
