import { memo, type ReactNode } from 'react'
import { trendArea, trendPath } from './trend.rules.ts'

const box = { width: 240, height: 48 }

const strokes = { warning: 'stroke-warning', critical: 'stroke-critical' } as const
const fills = { warning: 'fill-warning-soft', critical: 'fill-critical-soft' } as const

export interface TrendProps {
  label: string
  values: readonly (number | null)[]
  /** Of a value that is not normal. */
  tone?: keyof typeof strokes | undefined
}

const PlainTrend = ({ label, values, tone }: TrendProps): ReactNode => (
  <svg
    viewBox={`0 0 ${box.width} ${box.height}`}
    preserveAspectRatio="none"
    className="mt-1.5 min-h-8 w-full flex-1"
    role="img"
    aria-label={label}
  >
    <path d={trendArea(values, box)} className={tone === undefined ? 'fill-hover' : fills[tone]} />
    <path
      d={trendPath(values, box)}
      className={`fill-none ${tone === undefined ? 'stroke-faint' : strokes[tone]}`}
      strokeWidth="1.5"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  </svg>
)

/** The course of a value in the last day; it takes the room that is left. It changes seldom, while its value changes all the time. */
export const Trend = memo(PlainTrend)
