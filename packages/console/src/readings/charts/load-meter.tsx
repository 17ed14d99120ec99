import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'

export interface LoadMeterProps {
  label: string
  /** 1 is full; more than that is too much. */
  load: number
}

const warnFrom = 0.8

/** How much of something is used, as a bar with its number. */
export const LoadMeter = ({ label, load }: LoadMeterProps): ReactNode => {
  const { percent } = useFormat()
  const colour = load > 1 ? 'bg-critical' : load > warnFrom ? 'bg-warning' : 'bg-muted'
  return (
    <span className="flex items-center gap-2">
      <span
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.round(load * 100))}
        aria-valuetext={percent(load)}
        className="h-1.5 w-16 shrink-0 overflow-hidden rounded-full bg-pressed"
      >
        <span className={`block h-full ${colour}`} style={{ width: `${Math.min(100, load * 100)}%` }} />
      </span>
      <span className="text-quiet">{percent(load)}</span>
    </span>
  )
}
