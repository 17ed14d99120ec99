import type { ReactNode } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { reasonText } from '../ui/feedback/error-text.ts'
import type { StripStep } from './strip.rules.ts'

/** What failed in a span, by kind, the most frequent first. */
export const FailedReads = ({ steps }: { steps: readonly StripStep[] }): ReactNode => {
  const texts = useTexts()
  const { number } = useFormat()
  const counts = new Map<string, number>()
  for (const { reasons = {} } of steps) {
    for (const [reason, count] of Object.entries(reasons)) counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  if (counts.size === 0) return <p className="px-4 pb-4 text-sm text-quiet">{texts.device.nothingFailed}</p>
  return (
    <ul className="border-t border-line text-sm">
      {[...counts]
        .toSorted(([, a], [, b]) => b - a)
        .map(([reason, count]) => (
          <li key={reason} className="flex justify-between gap-4 border-b border-line px-4 py-2 last:border-b-0">
            <span className="min-w-0 break-words">{reasonText(texts, reason)}</span>
            <span className="shrink-0 font-medium">{number(count)}</span>
          </li>
        ))}
    </ul>
  )
}
