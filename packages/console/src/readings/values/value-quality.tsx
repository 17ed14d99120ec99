import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useServerLost } from '../../data/live/reachability-watch.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { isFresh, type ParamState, qualityOf, qualityTones, type Reading } from './quality.rules.ts'

export interface ValueQualityProps {
  state: ParamState
  reading: Reading
  /** Shows only a mark, and none for a good value, where there is no room. Screen readers get the words. */
  isBrief?: boolean
}

/** How good a value is, in words; of one that could not be read, why. */
export const ValueQuality = ({ state, reading, isBrief = false }: ValueQualityProps): ReactNode => {
  const texts = useTexts()
  const quality = qualityOf(state, reading, useNow())
  const reason = state.error?.reason ?? reading.device?.trouble?.reason
  const title = quality === 'failed' && reason !== undefined ? reasonText(texts, reason) : texts.device[quality]
  // If a whole device is not read, all its values show the same word; the reason is above them.
  const kind = quality === 'failed' ? reading.device?.trouble?.kind : undefined
  const text = kind === undefined ? title : texts.trouble.kinds[kind]
  if (isBrief && quality === 'good') return null
  return (
    <span title={title}>
      <StateMark tone={qualityTones[quality]}>{isBrief ? <span className="sr-only">{text}</span> : text}</StateMark>
    </span>
  )
}

/** How old a value is: "now" is said of fresh ones alone, of all others the time. */
export const ValueAge = ({ state, reading }: { state: ParamState; reading: Reading }): ReactNode => {
  const { common } = useTexts()
  const { moment, exact } = useFormat()
  const now = useNow()
  const isLost = useServerLost()
  const { readOn } = state
  if (readOn === undefined) return common.never
  if (!isLost && isFresh(qualityOf(state, reading, now))) return <Ago iso={readOn} />
  return (
    <time dateTime={readOn} title={exact(readOn)} className="text-quiet">
      {moment(readOn, now)}
    </time>
  )
}

interface AgedValueProps {
  state: Pick<ParamState, 'readOn' | 'error'>
  reading: Reading
  className?: string
  children: ReactNode
}

/** A value: as it is while it is fresh, else dimmed and with the time it is of. Nothing else shows values as the present. */
export const AgedValue = ({ state, reading, className = '', children }: AgedValueProps): ReactNode => {
  const { trouble } = useTexts()
  const { moment, exact } = useFormat()
  const now = useNow()
  const { readOn } = state
  const isLost = useServerLost()
  const isNow = readOn !== undefined && !isLost && isFresh(qualityOf(state, reading, now))
  return (
    <span className="whitespace-normal" data-freshness={readOn === undefined ? 'none' : isNow ? 'fresh' : 'old'}>
      <span className={`${className} ${isNow ? '' : 'text-quiet'}`}>{children}</span>
      {readOn !== undefined && !isNow && (
        <time dateTime={readOn} title={exact(readOn)} className="block text-xs leading-tight text-quiet">
          {trouble.asOf({ when: moment(readOn, now) })}
        </time>
      )}
    </span>
  )
}
