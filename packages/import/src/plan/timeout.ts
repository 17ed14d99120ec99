import type { Draft, SourceLine } from './draft.ts'

const [least, most] = [50, 60_000]

/** A timeout within what a link takes. */
export const clampedTimeout = (draft: Draft, source: SourceLine, ms: number | null): number | null => {
  if (ms === null) return null
  const clamped = Math.round(Math.min(most, Math.max(least, ms)))
  if (clamped !== ms) draft.note(source, 'changed', 'timeout-changed', { was: String(ms), is: String(clamped) })
  return clamped
}
