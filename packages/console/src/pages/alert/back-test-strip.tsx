import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { barOf, type Occurrence, type Span } from './strip.rules.ts'

const width = 1000
const height = 28

/** Time from left to right, with a bar wherever the alert would have been active. */
export const BackTestStrip = ({ occurrences, span }: { occurrences: readonly Occurrence[]; span: Span }): ReactNode => {
  const { backTest } = useTexts()
  const { time } = useFormat()
  const [from, till] = [span.from, span.till].map((on) => time(new Date(on).toISOString()))
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-7 w-full rounded-part border border-line bg-ground"
        role="img"
        aria-label={backTest.strip(backTest.times(occurrences.length))}
      >
        {occurrences.map((occurrence) => {
          const { x, width: part } = barOf(occurrence, span)
          return (
            <rect
              key={occurrence.startedOn}
              x={x * width}
              width={part * width}
              y="0"
              height={height}
              className="fill-critical"
            />
          )
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between gap-4 text-xs text-quiet">
        <span>{from}</span>
        <span className="text-right">{till}</span>
      </figcaption>
    </figure>
  )
}
