import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { reasonText } from '../ui/feedback/error-text.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import type { WriteOutcome } from './outcome.rules.ts'

const looks = { done: 'info', unclear: 'warning', refused: 'critical' } as const

/** The result of a write, also where it is unclear. */
export const WriteResult = ({ outcome, onClose }: { outcome: WriteOutcome; onClose: () => void }): ReactNode => {
  const texts = useTexts()
  const { common, device } = texts
  return (
    <>
      <Notice tone={looks[outcome.kind]}>
        {outcome.kind === 'done' && <p>{device.done(outcome.newValue)}</p>}
        {outcome.kind === 'unclear' && <p>{device.unclear}</p>}
        {outcome.kind === 'refused' && <p>{device.refused}</p>}
        {outcome.kind !== 'done' && <p className="mt-1 text-sm">{reasonText(texts, outcome.why)}</p>}
      </Notice>
      <div className="mt-4 flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </>
  )
}
