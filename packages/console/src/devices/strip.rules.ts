import type { Tone } from '../ui/feedback/state-mark.tsx'

/** A bar of a strip: the share of answered reads; null without reads. */
export interface StripStep {
  share: number | null
  /** Failures by reason of the service. */
  reasons?: Readonly<Record<string, number>>
}

export type StripTone = Extract<Tone, 'ok' | 'warning' | 'unknown' | 'muted'>

/** Below this a person should have looked; what is lost now and then is normal on a line. */
const goodShare = 0.99
const lostShare = 0.5

export const stripTone = ({ share }: StripStep): StripTone => {
  if (share === null) return 'muted'
  if (share >= goodShare) return 'ok'
  return share >= lostShare ? 'warning' : 'unknown'
}

/** The bars of each tone as one path, in a box of `count` by 1 with a gap after each bar. */
export const stripPaths = (steps: readonly StripStep[]): ReadonlyMap<StripTone, string> => {
  const paths = new Map<StripTone, string>()
  for (const [at, step] of steps.entries()) {
    const tone = stripTone(step)
    paths.set(tone, `${paths.get(tone) ?? ''}M${at} 0h.68v1h-.68z`)
  }
  return paths
}

/** A share as people read it: whole is 100 %, and what is not whole is never rounded up to it. */
export const sharePercent = (share: number): number => {
  if (share === 1) return 100
  return Math.min(99.99, Math.floor(share * 10_000) / 100)
}
