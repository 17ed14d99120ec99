import type { ReactNode } from 'react'

const cellPx = 4
const gapPx = 2
const heightPx = 14

interface CoverageStripProps {
  label: string
  /** Coverage of each step; null for the future. */
  coverages: readonly (number | null)[]
}

/** How much was read, step by step: what is missing is violet, from the top. */
export const CoverageStrip = ({ label, coverages }: CoverageStripProps): ReactNode => {
  const stepPx = coverages.length > 40 ? 2 : cellPx
  const width = coverages.length * (stepPx + (stepPx > 2 ? gapPx : 0))
  return (
    <svg
      viewBox={`0 0 ${width} ${heightPx}`}
      className="h-3.5 max-w-full"
      style={{ width }}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {coverages.map((coverage, at) => {
        const x = at * (stepPx + (stepPx > 2 ? gapPx : 0))
        // A loss is seen, however small.
        const lost = coverage === null || coverage >= 0.9999 ? 0 : Math.max(3, (1 - coverage) * heightPx)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have nothing but their place
          <g key={at}>
            <rect
              x={x}
              y={0}
              width={stepPx}
              height={heightPx}
              rx={1}
              fill={coverage === null ? 'var(--line)' : 'var(--ok-line)'}
            />
            {lost > 0 && <rect x={x} y={0} width={stepPx} height={lost} rx={1} fill="var(--unknown)" />}
          </g>
        )
      })}
    </svg>
  )
}
