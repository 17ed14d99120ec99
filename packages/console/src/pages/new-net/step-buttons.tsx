import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/button.tsx'

export interface StepButtonsProps {
  onBack: () => void
  onNext: () => void
  /** If it is not just the next step. */
  next?: string
  isReady?: boolean
}

/** Back and on. */
export const StepButtons = ({ onBack, onNext, next, isReady = true }: StepButtonsProps): ReactNode => {
  const { newNet } = useTexts()
  return (
    <>
      <Button onClick={onBack}>{newNet.back}</Button>
      <Button look="primary" onClick={onNext} disabled={!isReady}>
        {next ?? newNet.next}
      </Button>
    </>
  )
}
