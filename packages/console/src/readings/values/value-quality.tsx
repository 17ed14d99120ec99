import type { ReactNode } from 'react'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
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
  const title = quality === 'failed' && reason !== undefined ? reasonText(texts, reason) : texts.device[quality]
  // Of a device that is not read at all one word for all its values: the reason stands above them.
  const kind = quality === 'failed' ? reading.device?.trouble?.kind : undefined
  const text = kind === undefined ? title : texts.trouble.kinds[kind]
  if (isBrief && quality === 'good') return null
  return (
    <span title={title}>
      <StateMark tone={qualityTones[quality]}>{isBrief ? <span className="sr-only">{text}</span> : text}</StateMark>
    </span>
  )
}
