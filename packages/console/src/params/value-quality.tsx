import type { ReactNode } from 'react'
import { useNow } from '../format/use-now.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { reasonText } from '../ui/feedback/error-text.ts'
import { StateMark } from '../ui/feedback/state-mark.tsx'
import { type ParamState, qualityOf, qualityTones, type Reading } from './quality.rules.ts'

export interface ValueQualityProps {
  state: ParamState
  reading: Reading
  /** Where there is no room: only a mark, and none for a good value. The words are read aloud. */
  isBrief?: boolean
}

/** How good a value is, in words; of one that could not be read, why. */
export const ValueQuality = ({ state, reading, isBrief = false }: ValueQualityProps): ReactNode => {
  const texts = useTexts()
  const quality = qualityOf(state, reading, useNow())
  const reason = state.error?.reason ?? reading.device?.trouble?.reason
  const text = quality === 'failed' && reason !== undefined ? reasonText(texts, reason) : texts.device[quality]
  if (isBrief && quality === 'good') return null
  return (
    <span title={text}>
      <StateMark tone={qualityTones[quality]}>{isBrief ? <span className="sr-only">{text}</span> : text}</StateMark>
    </span>
  )
}
