import type { ReactNode } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { ImportAnswer } from './readings-outcome.rules.ts'

const linesMax = 20

/** What became of a file: stored, not stored and why, and lines that are no readings. */
export const ReadingsOutcome = ({ outcome, isDry = false }: { outcome: ImportAnswer; isDry?: boolean }): ReactNode => {
  const { readingFiles } = useTexts()
  const { number } = useFormat()
  const { stored, aside, refused, refusedCount } = outcome
  return (
    <Notice tone={aside.length + refusedCount > 0 ? 'warning' : 'info'}>
      {!isDry && <p className="font-semibold">{readingFiles.stored(number(stored))}</p>}
      {aside.length > 0 && (
        <>
          <p className="mt-1">{readingFiles.aside}</p>
          <ul className="list-disc pl-5 text-sm">
            {aside.map(({ reason, count }) => (
              <li key={reason}>
                {readingFiles.reasons[reason]}: {number(count)}
              </li>
            ))}
          </ul>
        </>
      )}
      {refusedCount > 0 && (
        <>
          <p className="mt-1">{readingFiles.refused(number(refusedCount))}</p>
          <ul className="list-disc pl-5 text-sm [overflow-wrap:anywhere]">
            {refused.slice(0, linesMax).map(({ line, reason }) => (
              <li key={`${line} ${reason}`}>{readingFiles.line(number(line), reason)}</li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}
