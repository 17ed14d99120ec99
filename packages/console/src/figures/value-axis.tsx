import type { ReactNode } from 'react'

interface ValueAxisProps {
  ticks: readonly number[]
  unit: ReactNode
  /** Where the drawing begins and ends, in dots. */
  left: number
  right: number
  y: (value: number) => number
  shown: (tick: number) => string
}

/** Lines across a drawing with their amounts, and the unit above them. */
export const ValueAxis = ({ ticks, unit, left, right, y, shown }: ValueAxisProps): ReactNode => (
  <>
    {ticks.map((tick) => (
      <g key={tick}>
        <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
        <text x={left - 6} y={y(tick) + 4} fontSize={11} textAnchor="end" fill="var(--faint)">
          {shown(tick)}
        </text>
      </g>
    ))}
    <text x={left - 6} y={11} fontSize={11} textAnchor="end" fill="var(--faint)">
      {unit}
    </text>
  </>
)
