import { type PointerEvent, type ReactNode, useMemo, useState } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { reasonText } from '../ui/feedback/error-text.ts'
import { type StripStep, type StripTone, sharePercent, stripPaths } from './strip.rules.ts'

const fills: Readonly<Record<StripTone, string>> = {
  ok: 'fill-strip-ok',
  warning: 'fill-warning',
  unknown: 'fill-unknown',
  muted: 'fill-muted-line',
}

export interface AvailabilityStripProps {
  steps: readonly StripStep[]
  /** Share over all steps. */
  share: number | null
  /** When the first step begins, and how long each is. */
  fromMs: number
  stepMs: number
  /** Description for screen readers. */
  label: string
  className?: string
}

/** How much was read, step by step: one bar each. Pointing at a bar tells when it was, how much was read, and what failed. */
export const AvailabilityStrip = (props: AvailabilityStripProps): ReactNode => {
  const { steps, share, fromMs, stepMs, label, className = 'h-3.5' } = props
  const texts = useTexts()
  const { number, time } = useFormat()
  const [at, setAt] = useState<number | null>(null)
  const paths = useMemo(() => stripPaths(steps), [steps])
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(Math.min(steps.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * steps.length))))
  }
  const step = at === null ? undefined : steps[at]
  const shareText = (part: number | null): string =>
    part === null ? texts.device.notAsked : texts.device.readShare({ percent: number(sharePercent(part)) })
  const failed = Object.entries(step?.reasons ?? {}).map(
    ([reason, count]) => `${reasonText(texts, reason)}: ${number(count)}`,
  )
  const tip = step && [time(new Date(fromMs + (at ?? 0) * stepMs).toISOString()), shareText(step.share), ...failed]
  return (
    <svg
      viewBox={`0 0 ${Math.max(1, steps.length)} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${shareText(share)}`}
      onPointerMove={point}
      onPointerLeave={() => setAt(null)}
      className={`w-full min-w-0 ${className}`}
    >
      {tip !== undefined && <title>{tip.join('\n')}</title>}
      {[...paths].map(([tone, path]) => (
        <path key={tone} d={path} className={fills[tone]} />
      ))}
    </svg>
  )
}
