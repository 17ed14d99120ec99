import { type ReactNode, useId } from 'react'
import type { AnswerOf } from '../../api/ask.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'

/** How far a scan has come. What was found is said aloud, every single question is not. */
export const ScanProgress = ({ progress }: { progress: AnswerOf<'scan', 'progress'> }): ReactNode => {
  const { newNet } = useTexts()
  const { number } = useFormat()
  const id = useId()
  const { state, asked, total, found } = progress
  return (
    <div className="flex max-w-xl flex-col gap-1">
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span id={id}>{state === 'waiting' ? newNet.waiting : newNet.asked(number(asked), number(total))}</span>
        <span role="status">{newNet.found(found.length)}</span>
      </div>
      <progress
        aria-labelledby={id}
        value={asked}
        max={total}
        className="h-2 w-full appearance-none overflow-hidden rounded-part border-0 bg-raised [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  )
}
