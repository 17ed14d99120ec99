import { type GapKind, gapKindOf, type RecordedGap } from './gaps.ts'
import type { TimeWindow } from './window.ts'

/** A text and the time from which it was shown. */
export interface TextRun {
  from: string
  text: string
}

/** A part of a timeline: a text that was shown, or a time in which it could not be read. */
export interface TextPart {
  from: number
  till: number
  /** Null of a gap. */
  text: string | null
  kind: GapKind | null
}

/** Runs, each up to the next; what could not be read is cut out of them. Nothing is drawn beyond the present. */
export const textParts = (
  runs: readonly TextRun[],
  gaps: readonly RecordedGap[],
  view: TimeWindow,
  now: number,
): TextPart[] => {
  const end = Math.min(view.till, now)
  const within = ({ from, till, ...part }: TextPart): TextPart => ({
    ...part,
    from: Math.max(view.from, from),
    till: Math.min(end, till),
  })
  const missing = gaps.map(({ from, till, reason }) => ({
    from: Date.parse(from),
    till: Date.parse(till),
    text: null,
    kind: gapKindOf(reason),
  }))
  const shown = runs.flatMap(({ from, text }, at): TextPart[] => {
    const next = runs[at + 1]
    const till = next === undefined ? end : Date.parse(next.from)
    return cut({ from: Date.parse(from), till, text, kind: null }, missing)
  })
  return [...shown, ...missing]
    .map(within)
    .filter(({ from, till }) => till > from)
    .toSorted((a, b) => a.from - b.from)
}

const cut = (part: TextPart, missing: readonly TextPart[]): TextPart[] =>
  missing.reduce<TextPart[]>(
    (parts, gap) =>
      parts.flatMap((one) =>
        gap.till <= one.from || gap.from >= one.till
          ? [one]
          : [
              { ...one, till: gap.from },
              { ...one, from: gap.till },
            ].filter(({ from, till }) => till > from),
      ),
    [part],
  )

/** Returns the share of the known time in which each text was shown, longest first. */
export const textShares = (parts: readonly TextPart[]): { text: string; share: number }[] => {
  const ms = new Map<string, number>()
  for (const { text, from, till } of parts) if (text !== null) ms.set(text, (ms.get(text) ?? 0) + till - from)
  const totalMs = [...ms.values()].reduce((sum, one) => sum + one, 0)
  return [...ms].map(([text, one]) => ({ text, share: one / totalMs })).toSorted((a, b) => b.share - a.share)
}
