import type { GapKind } from '@busbar/charts/gaps'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { StateShape, type Tone } from '../../ui/feedback/state-mark.tsx'

export interface LegendKeyProps {
  /** Meaning of a point. */
  line: string
  hasBand: boolean
  /** The compared period, in words. */
  compared: string | null
  gaps: ReadonlySet<GapKind>
  /** How bad the alarms are that began. */
  alarms: ReadonlySet<Tone>
  hasWrites: boolean
}

/** Explains the marks of a chart; only those in use. */
export const LegendKey = ({ line, hasBand, compared, gaps, alarms, hasWrites }: LegendKeyProps): ReactNode => {
  const { charts } = useTexts()
  return (
    <ul
      className="flex flex-wrap items-center gap-x-5 gap-y-1 px-4 pt-1 pb-3 text-xs text-quiet"
      aria-label={charts.key}
    >
      <Item sign={<path d="M0 5h20" className="stroke-[var(--series-1)]" strokeWidth="2" />}>{line}</Item>
      {hasBand && (
        <Item sign={<path d="M1 0h18v10H1z" className="fill-[var(--series-1)] opacity-25" />}>{charts.band}</Item>
      )}
      {compared !== null && (
        <Item sign={<path d="M0 5h20" className="stroke-muted" strokeWidth="1.25" strokeDasharray="3 3" />}>
          {compared}
        </Item>
      )}
      {[...gaps].map((kind) => (
        <Item key={kind} sign={<Hatch isPaused={kind === 'paused'} />}>
          {charts.gapKinds[kind]}
        </Item>
      ))}
      {alarms.size > 0 && (
        <li className="flex items-center gap-2">
          {[...alarms].map((tone) => (
            <StateShape key={tone} tone={tone} />
          ))}
          {charts.alarmBegan}
        </li>
      )}
      {hasWrites && (
        <Item sign={<circle cx="10" cy="5" r="3.75" className="stroke-edge" strokeWidth="1.5" />}>
          {charts.writtenByPerson}
        </Item>
      )}
    </ul>
  )
}

const Item = ({ sign, children }: { sign: ReactNode; children: ReactNode }): ReactNode => (
  <li className="flex items-center gap-2">
    <svg viewBox="0 0 20 10" className="h-2.5 w-5 shrink-0 fill-none" aria-hidden="true">
      {sign}
    </svg>
    {children}
  </li>
)

const Hatch = ({ isPaused }: { isPaused: boolean }): ReactNode => (
  <g className={isPaused ? 'stroke-muted' : 'stroke-unknown'}>
    <path d="M1 1h18" strokeWidth="2" />
    <path d="M1 10l7-7M7 10l7-7M13 10l6-6" strokeWidth="1" />
  </g>
)
