import type { ReactNode } from 'react'
import { type AxisTicks, tickGapPx } from './measure.ts'

interface ValueAxisProps {
  axis: AxisTicks
  /** End of the drawing in pixels; it starts after the column of the labels. */
  right: number
  y: (value: number) => number
}

export const axisFontPx = 11

/** Lines across a drawing with their amounts, and the unit above them. */
export const ValueAxis = ({ axis: { ticks, unit, widthPx }, right, y }: ValueAxisProps): ReactNode => (
  <>
    {ticks.map(({ value, label }) => (
      <g key={value}>
        <line x1={widthPx} x2={right} y1={y(value)} y2={y(value)} stroke="var(--line)" />
        <text
          x={widthPx - tickGapPx}
          y={y(value) + 4}
          fontSize={axisFontPx}
          textAnchor="end"
          fill="var(--faint)"
          data-tick={label}
        >
          {label}
        </text>
      </g>
    ))}
    <text x={widthPx - tickGapPx} y={11} fontSize={axisFontPx} textAnchor="end" fill="var(--faint)">
      {unit}
    </text>
  </>
)

/** Across all columns, above them: the limit or level to be compared with. */
export const ScaleMark = ({
  text,
  y,
  left,
  right,
}: {
  text: string
  y: number
  left: number
  right: number
}): ReactNode => (
  <g data-mark={text}>
    <line x1={left} x2={right} y1={y} y2={y} stroke="var(--ink)" strokeWidth={1.25} strokeDasharray="6 4" />
    <text
      x={right - 4}
      y={y - 4}
      fontSize={11}
      fontWeight={600}
      textAnchor="end"
      fill="var(--ink)"
      stroke="var(--surface)"
      strokeWidth={3}
      paintOrder="stroke"
    >
      {text}
    </text>
  </g>
)
