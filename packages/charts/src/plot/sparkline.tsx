import { at } from '@busbar/kit/at'
import type { ReactNode } from 'react'
import { broken, type LinePoints } from '../model/alignment.ts'
import { gapsOfLine } from '../model/gaps.ts'
import type { TimeWindow } from '../model/window.ts'

export interface SparklineProps {
  /** Description for screen readers. */
  label: string
  points: LinePoints
  view: TimeWindow
  /** How far points are apart at least. */
  stepMs: number
}

const width = 96
const height = 22

/** The course of a value, as small as a word. Where there is nothing it breaks, and the gap is seen. */
export const Sparkline = ({ label, points, view, stepMs }: SparklineProps): ReactNode => {
  const known = points.values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [min, max] = [Math.min(...known), Math.max(...known)]
  const { times, values } = broken(points, stepMs)
  const x = (time: number): string => (((time - view.from) / (view.till - view.from)) * width).toFixed(1)
  const y = (value: number): string =>
    (max === min ? height / 2 : height - 2 - ((value - min) / (max - min)) * (height - 4)).toFixed(1)
  const path = values
    .map((value, i) => {
      if (value === null) return ''
      return `${(values[i - 1] ?? null) === null ? 'M' : 'L'}${x(at(times, i))} ${y(value)}`
    })
    .join('')
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="h-5.5 w-24" role="img" aria-label={label}>
      {gapsOfLine({ times, values }, [], stepMs, view.till).map(({ from, till }) => (
        <path key={from} d={`M${x(from)} ${height / 2}H${x(till)}`} className="stroke-unknown" strokeWidth="2.5" />
      ))}
      <path d={path} className="fill-none stroke-faint" strokeWidth="1.25" strokeLinejoin="round" />
    </svg>
  )
}
