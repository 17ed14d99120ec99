import type { ReactNode } from 'react'
import { dayTimeText } from '../../format/format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'

const [width, height] = [320, 84]
/** From here on, polling gets slower. */
const busyPercent = 70

/** The load of an hour, by the minute. */
export const LoadChart = ({ minutes }: { minutes: readonly number[] }): ReactNode => {
  const { status } = useTexts()
  const step = width / Math.max(1, minutes.length - 1)
  const points = minutes.map((percent, at) => `${(at * step).toFixed(1)} ${(height * (1 - percent / 100)).toFixed(1)}`)
  const line = `M${points.join('L')}`
  const limit = height * (1 - busyPercent / 100)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className="chart"
      role="img"
      aria-label={status.loadChart({ count: minutes.length - 1 })}
    >
      <path d={`M0 ${limit}H${width}`} stroke="var(--warning)" strokeDasharray="4 3" />
      <path d={`${line}L${width} ${height}L0 ${height}z`} fill="var(--selected)" />
      <path d={line} fill="none" stroke="var(--accent)" strokeWidth="1.6" />
    </svg>
  )
}

const day = 86_400

/** Where the sun is between its rise and its set. */
export const SunArc = ({ rise, set, now }: { rise: number; set: number; now: number }): ReactNode => {
  const { status } = useTexts()
  const x = (seconds: number): number => 10 + (240 * seconds) / day
  const share = (now - rise) / (set - rise)
  const isUp = share >= 0 && share <= 1
  const y = isUp ? 60 - 164 * share * (1 - share) : 60
  const label = status.sun({ rise: dayTimeText(rise), set: dayTimeText(set) })
  return (
    <svg viewBox="0 0 260 78" className="chart" role="img" aria-label={label}>
      <path d="M10 60H250" stroke="var(--line-strong)" />
      <path
        d={`M${x(rise)} 60Q${x((rise + set) / 2)} -22 ${x(set)} 60`}
        fill="none"
        stroke="var(--warning)"
        strokeWidth="2"
      />
      <circle cx={x(now)} cy={y} r="5" fill="var(--quiet)" />
      <text x={x(rise)} y="75" textAnchor="middle" fontSize="11" fill="var(--faint)">
        {dayTimeText(rise)}
      </text>
      <text x={x(set)} y="75" textAnchor="middle" fontSize="11" fill="var(--faint)">
        {dayTimeText(set)}
      </text>
    </svg>
  )
}
