import { type ReactNode, useMemo } from 'react'
import type { Tone } from '../ui/feedback/state-mark.tsx'
import { type DayValues, dayDrawing } from './day-line.rules.ts'

const strokes: Readonly<Partial<Record<Tone, string>>> = {
  critical: 'stroke-critical',
  warning: 'stroke-warning',
  unknown: 'stroke-faint',
}
const fills: Readonly<Partial<Record<Tone, string>>> = { critical: 'fill-critical-soft', warning: 'fill-warning-soft' }

export interface DayLineProps {
  /** Description for screen readers; omitted if adjacent text has it. */
  label?: string
  values: DayValues
  /** Coloured only where its value is what is wrong. */
  tone?: Tone
  className?: string
}

const width = 112
const height = 42

/** The course of a value as a small picture without axes; where nothing was read it is violet. */
export const DayLine = ({ label, values, tone = 'ok', className = 'h-10.5 w-28' }: DayLineProps): ReactNode => {
  const drawing = useMemo(() => dayDrawing(values, width, height), [values])
  if (drawing === null) return null
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={`shrink-0 ${className}`}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {drawing.gaps.map(([from, to]) => (
        <rect
          key={from}
          x={from * width}
          width={(to - from) * width}
          height={height}
          className="fill-unknown-soft stroke-none"
        />
      ))}
      <path d={drawing.area} className={fills[tone] ?? 'fill-hover'} />
      <path
        d={drawing.line}
        className={`fill-none ${strokes[tone] ?? 'stroke-faint'}`}
        strokeWidth="1.4"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
