import type { ReactNode } from 'react'
import { useFormat } from '../../../format/use-format.ts'

const bars = [1, 2, 3, 4] as const

/** How well a modem hears its network, as bars with the number. */
export const SignalBars = ({ label, percent }: { label: string; percent: number }): ReactNode => {
  const format = useFormat()
  return (
    <span className="inline-flex items-end gap-2">
      <svg
        viewBox="0 0 20 14"
        className="h-3.5 w-5"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        {bars.map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 5}
            y={14 - bar * 3.5}
            width={3.5}
            height={bar * 3.5}
            rx={0.75}
            className={percent > (bar - 1) * 25 ? 'fill-current' : 'fill-current opacity-20'}
          />
        ))}
      </svg>
      <span>{format.percent(percent / 100)}</span>
    </span>
  )
}
